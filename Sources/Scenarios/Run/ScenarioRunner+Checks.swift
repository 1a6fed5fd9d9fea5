import DeviceModel
import History
import Invariants
import JSONText
import LocatedYAML

extension ScenarioRunner {
  /// Throws unless the phone is as expected.
  func check(_ expectation: Expectation) throws(Mismatch) {
    switch expectation {
    case .status(let expected):
      let found = PhoneStatus.json(of: device.os)
      if let mismatch = Mismatch(differences: expected, found, at: "status") { throw mismatch }
    case .list(let list, let match): try check(list, match)
    case .stored(let expected):
      let found = device.state(.storage)
      if let mismatch = Mismatch(differences: expected, found, at: "store") { throw mismatch }
    case .metric(let series, let value): try check(metric: series, value)
    case .logged(let lines): try checkLogged(lines)
    case .loggedExactly(let lines): try checkLoggedExactly(lines)
    case .notLogged(let lines):
      let found = lines.indices.filter { index in logged.contains { $0 == lines[index] } }
      let mismatches = found.map { index in
        Mismatch(
          "no line '\(lines[index])'", "it was logged", at: .line(index, of: expectation.key))
      }
      if let mismatch = Mismatch(all: mismatches) { throw mismatch }
    case .happened(let events): try check(happened: events)
    case .notHappened(let events): try check(notHappened: events)
    case .invariantsHold:
      let broken = brokenInvariants.filter { !$0.isAllowed }
      let path = YAMLPath([.key(expectation.key.rawValue)])
      let mismatches = broken.map { Mismatch("every invariant to hold", $0.text, at: path) }
      if let mismatch = Mismatch(all: mismatches) { throw mismatch }
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
    let path = list.path
    var mismatches: [Mismatch] = []
    if let count = match.count, count != found.count {
      mismatches.append(
        Mismatch(
          "\(count) \(list.rawValue)", "\(found.count): [\(names.joined(separator: ", "))]",
          at: match.isExact ? path : path.appending(.key("count"))))
    } else if match.isExact {
      for (index, expected) in match.items.enumerated() {
        let item = YAMLPath([.key(list.rawValue), .index(index)])
        let named = named(found[index], as: expected, key: list.keys[0])
        mismatches += JSONMatch.differences(expected, named, at: item).map {
          Mismatch(
            "\($0.path.text) = \($0.expected)", $0.found,
            at: YAMLPath(path.parts + $0.path.parts.dropFirst()))
        }
      }
    }
    var rest = found
    for (index, expected) in match.items.enumerated() where !match.isExact {
      // Each item matches only one expected item.
      if let place = rest.firstIndex(where: {
        JSONMatch.matches(expected, named($0, as: expected, key: list.keys[0]))
      }) {
        rest.remove(at: place)
        continue
      }
      mismatches.append(
        Mismatch(
          "\(list.rawValue) to include \(expected.canonicalText)",
          JSONValue.array(found).canonicalText,
          at: path.appending(.key("includes")).appending(.index(index))))
    }
    if let mismatch = Mismatch(all: mismatches) { throw mismatch }
  }

  /// An item or a record under the name that is expected.
  func named(_ found: JSONValue, as expected: JSONValue, key: String) -> JSONValue {
    AlarmNames.named(
      found, as: expected, key: key, on: device.os.configuration.platform)
  }

  private func checkLogged(_ lines: [String]) throws(Mismatch) {
    let logged = Array(logged)
    var rest = logged[...]
    var before: String?
    var mismatches: [Mismatch] = []
    for (index, line) in lines.enumerated() {
      if let place = rest.firstIndex(of: line) {
        rest = rest[(place + 1)...]
        before = line
        continue
      }
      let isElsewhere = logged.contains(line)
      mismatches.append(
        Mismatch(
          "the line '\(line)'",
          isElsewhere
            ? "it was logged, but not after '\(before ?? "")'"
            : "\(logged.count) lines without it"
              + (logged.last.map { ", the last '\($0)'" } ?? ""),
          at: .line(index, of: .log)))
    }
    if let mismatch = Mismatch(all: mismatches) { throw mismatch }
  }

  private func checkLoggedExactly(_ lines: [String]) throws(Mismatch) {
    let differences = LineComparison.differences(lines, Array(logged))
    let mismatches = differences.map {
      Mismatch($0.expected, $0.found, at: .line($0.index, of: .logExactly))
    }
    if let mismatch = Mismatch(all: mismatches) { throw mismatch }
  }

  /// Whether an expectation holds now; quicker than finding everything that does not.
  func holds(_ expectation: Expectation) -> Bool {
    if case .loggedExactly(let lines) = expectation { return logged.elementsEqual(lines) }
    do throws(Mismatch) { try check(expectation) } catch { return false }
    return true
  }
}

extension Expectation.PhoneList {
  /// Where it is written in its step.
  fileprivate var path: YAMLPath {
    switch self {
    case .pending, .delivered, .tasks: YAMLPath([.key(rawValue)])
    case .schedules, .contents, .history: YAMLPath([.key("store"), .key(rawValue)])
    }
  }
}

extension YAMLPath {
  /// One of the lines, or records, that an expectation lists.
  static func line(_ index: Int, of key: ExpectationKey) -> YAMLPath {
    YAMLPath([.key(key.rawValue), .index(index)])
  }
}
