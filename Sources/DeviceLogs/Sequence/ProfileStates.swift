import DailyNotification
import PlainText

/// The states of a profile, as the lines of a log begin and end them.
struct ProfileStates {
  /// A state that holds.
  private struct Open {
    let number: Int
    let time: LogTime?
    let position: Int
  }

  /// What a state's claim says of a line.
  struct Finding {
    let state: LogProfile.State
    let kind: LogFinding.Kind
    let text: String
    let number: Int
  }

  /// How many of the plugin's lines a state lasts in a log without times.
  private static let linesMax = 20

  private var open: [Open?]
  private var position = 0

  init(_ profile: LogProfile) {
    open = Array(repeating: nil, count: profile.states.count)
  }

  /// Takes in a line of the plugin; returns what is wrong with it, or with a state that it ends.
  mutating func take(
    _ entry: LogEntry, _ line: LogEvent, _ profile: LogProfile, _ claims: inout Int
  ) -> [Finding] {
    guard !open.isEmpty else { return [] }
    position += 1
    var findings: [Finding] = []
    for (index, state) in profile.states.enumerated() {
      if let held = open[index] {
        if state.needs.contains(line) {
          open[index] = nil
          claims += 1
        } else if isOver(held, state, entry)
          || state.ends.contains(where: { $0.holds(entry, line) })
        {
          open[index] = nil
          claims += 1
          if !state.needs.isEmpty { findings.append(lack(state, held)) }
        } else if state.forbids.contains(where: { $0.holds(entry, line) }) {
          open[index] = nil
          findings.append(
            Finding(
              state: state, kind: .forbidden,
              text: "\(state.says): '\(entry.message)' after line \(held.number)",
              number: entry.number))
        }
      }
      if state.begins.contains(where: { $0.holds(entry, line) }) {
        open[index] = Open(number: entry.number, time: entry.time, position: position)
      }
    }
    return findings
  }

  /// What is wrong at the end of the log with states that should have ended before.
  func finish(at end: LogTime?, _ profile: LogProfile) -> [Finding] {
    zip(profile.states, open).compactMap { state, held in
      guard let held, !state.needs.isEmpty, let within = state.withinMilliseconds,
        let time = held.time, let end, time.isAbsolute, end.isAbsolute,
        TimingValue.elapsed(from: time.milliseconds, to: end.milliseconds) > within
      else { return nil }
      return lack(state, held)
    }
  }

  private func lack(_ state: LogProfile.State, _ held: Open) -> Finding {
    let titles = state.needs.map(\.title).joined(separator: " or ")
    return Finding(
      state: state, kind: .missing, text: "\(state.says): no \(titles)", number: held.number)
  }

  private func isOver(_ held: Open, _ state: LogProfile.State, _ entry: LogEntry) -> Bool {
    guard let within = state.withinMilliseconds else { return false }
    guard let begun = held.time, let time = entry.time else {
      return position - held.position > ProfileStates.linesMax
    }
    return TimingValue.elapsed(from: begun.milliseconds, to: time.milliseconds) > within
  }
}
