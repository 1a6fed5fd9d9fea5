import DailyNotification
import DeviceModel
import SimulationCore
import Testing

@testable import Console

/// What a row of the status advises: the lines to type, and the words that name them.
private struct Advice {
  let words: String
  let lines: [String]

  /// The first advice of a text; nil where it has none.
  init?(_ text: String, _ bindings: Bindings) {
    let found = text.split(separator: " · ").lazy.map(String.init).compactMap(Advice.named).first
    guard let found else { return nil }
    (words, lines) = (found.words, found.lines.map { Advice.line($0, bindings) })
  }

  /// `:launch`, `:unlock, then :launch`, `press s`, `b runs it`, `b or :background`.
  private static func named(_ part: String) -> (words: String, lines: [String])? {
    for end in [" runs it", " removes them", " fetches now"] where part.hasSuffix(end) {
      return (part, [String(part.dropLast(end.count))])
    }
    for end in [" or :background", " leaves "] {
      guard let range = part.firstRange(of: end) else { continue }
      return (part, [String(part[..<range.lowerBound])])
    }
    let isStep = part.hasPrefix(":") || part.hasPrefix("press ")
    guard isStep || part.contains(" · :") else { return nil }
    let steps = part.replacing(", then ", with: "\n").split(separator: "\n")
    return (part, steps.map { String($0.hasPrefix("press ") ? $0.dropFirst(6) : $0[...]) })
  }

  private static func line(_ step: String, _ bindings: Bindings) -> String {
    if step == bindings.text(of: .time(.untilIdle)) { return "runUntilIdle" }
    return step.hasPrefix(":") ? String(step.dropFirst()) : step
  }
}

@Suite("Advice of the status")
struct AdviceTests {
  private static let acts = [
    "c", "r", "allow", "s", "s", "b", "b", "'dp", "'rs", "background", "foreground", "launch",
    "swipeAway", "systemTerminate", "lock", "unlock", "powerOff", "powerOn", "reboot",
    "clearPending", "setPermission denied", "setPermission granted", "setNetwork offline",
    "setNetwork online", "setLowPowerMode on", "setBackgroundRefresh denied", "fillDisk on",
    "fillDisk off", "forceStop", "setExactAlarm denied", "setExactAlarm granted", "setDoze on",
    "setStandbyBucket rare", "setChannel timesafari.daily none", "advance 6m", "advance 6m",
    "advance 1h", "advance 1d", "runUntilIdle", "cancelAllNotifications", "tamperCache removed",
    "reinstall", "dismissDialog", "setPermission notDetermined",
  ]

  /// A row is better when its light is, or when it names other steps under the same light.
  ///
  /// Of two ways (`b or :background`) the first is tried, and of several advices of a row the
  /// first; *Comes next* is left out, since it speaks of the future.
  private static func rank(_ light: Light) -> Int {
    switch light {
    case .ok, .off: 0
    case .pending: 1
    case .error: 2
    }
  }

  @Test(
    "names only what changes its light, or leads to the next step",
    arguments: DevicePlatform.allCases)
  func changes(platform: DevicePlatform) throws {
    var count = 0
    for seed in 1...60 as ClosedRange<UInt64> {
      var random = SeededGenerator(seed: seed, stream: "advice")
      var phone = CommandedPhone([], on: DeviceConfiguration(platform: platform))
      var history: [String] = []
      for step in 1...14 {
        let act = Self.acts[Int(random.below(UInt64(Self.acts.count)))]
        history.append(act)
        phone.attempt(act)
        guard step > 2 else { continue }
        let model = phone.model
        for row in model.statusRows(model.facts, height: .max) {
          guard let advice = Advice(row.text, model.bindings) else { continue }
          count += 1
          var copy = phone
          for line in advice.lines { copy.attempt(line) }
          let later = copy.model
          let after = later.statusRows(later.facts, height: .max).first { $0.label == row.label }
          let change = Self.rank(row.light) - Self.rank(after?.light ?? .off)
          let isOver = after?.text.contains(advice.words) != true
          #expect(
            change > 0 || change == 0 && isOver,
            """
            seed \(seed), after \(history): \(row.label) \(row.light.glyph) \(row.text)
            \(advice.lines) → \(after?.light.glyph ?? "") \(after?.text ?? "")
            """)
        }
      }
    }
    #expect(count > 1_500, "\(count)")
  }
}
