import DeviceModel
import Invariants
import JSONText

extension ScenarioRunner {
  /// Throws unless the phone is as expected.
  func check(_ expectation: Expectation) throws(Mismatch) {
    switch expectation {
    case .status(let expected):
      let found = PhoneStatus.json(of: device.os)
      if let difference = JSONMatch.difference(expected, found, at: "status") {
        throw Mismatch(difference)
      }
    case .list(let list, let match): try check(list, match)
    case .stored(let expected):
      let found = device.state(.storage)
      if let difference = JSONMatch.difference(expected, found, at: "store") {
        throw Mismatch(difference)
      }
    case .metric(let series, let value): try check(metric: series, value)
    case .logged(let lines): try checkLogged(lines)
    case .loggedExactly(let lines): try checkLoggedExactly(lines)
    case .notLogged(let lines):
      if let line = lines.first(where: { line in logged.contains { $0 == line } }) {
        throw Mismatch("no line '\(line)'", "it was logged")
      }
    case .happened(let events): try check(happened: events)
    case .notHappened(let events): try check(notHappened: events)
    case .invariantsHold:
      let broken = brokenInvariants.filter { !$0.isAllowed }
      if let first = broken.first { throw Mismatch("every invariant to hold", first.text) }
    }
  }

  /// The lines at info and above so far.
  private var logged: some Collection<String> {
    observer.lines.lines[checkedLines...].lazy.map(\.text)
  }

  private func check(
    _ list: Expectation.PhoneList, _ match: Expectation.ListMatch
  ) throws(Mismatch) {
    let found = PhoneStatus.items(list, of: device)
    let names = found.map { $0[list.keys[0]]?.stringValue ?? "" }
    if let count = match.count, count != found.count {
      throw Mismatch(
        "\(count) \(list.rawValue)", "\(found.count): [\(names.joined(separator: ", "))]")
    }
    if match.isExact {
      for (index, expected) in match.items.enumerated() {
        let path = "\(list.rawValue)[\(index)]"
        if let difference = JSONMatch.difference(expected, found[index], at: path) {
          throw Mismatch(difference)
        }
      }
      return
    }
    var rest = found
    for expected in match.items {
      // Each item matches only one expected item.
      let place = rest.firstIndex { JSONMatch.difference(expected, $0, at: "") == nil }
      if let place { rest.remove(at: place) }
      guard place != nil else {
        let all = JSONValue.array(found).canonicalText
        throw Mismatch("\(list.rawValue) to include \(expected.canonicalText)", all)
      }
    }
  }

  private func checkLogged(_ lines: [String]) throws(Mismatch) {
    var expected = lines[...]
    for line in logged where line == expected.first { expected = expected.dropFirst() }
    guard let missing = expected.first else { return }
    let isElsewhere = logged.contains { $0 == missing }
    throw Mismatch(
      "the line '\(missing)'",
      isElsewhere
        ? "it was logged, but not after '\(lines[lines.count - expected.count - 1])'"
        : "\(observer.lines.lines.count) lines without it"
          + (observer.lines.lines.last.map { ", the last '\($0.text)'" } ?? ""))
  }

  private func checkLoggedExactly(_ lines: [String]) throws(Mismatch) {
    let found = Array(logged)
    for index in 0..<max(lines.count, found.count) {
      let expected = index < lines.count ? "'\(lines[index])'" : "the end of the log"
      let line = index < found.count ? "'\(found[index])'" : "the end of the log"
      if expected != line { throw Mismatch("log line \(index + 1) \(expected)", line) }
    }
  }
}
