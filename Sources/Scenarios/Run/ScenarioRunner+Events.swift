import DailyNotification
import DeviceModel
import JSONText
import LocatedYAML

extension ScenarioRunner {
  /// Throws unless the records were written in this order, each as often as expected.
  func check(happened expected: [Expectation.EventMatch]) throws(Mismatch) {
    try checkBound()
    var rest = events
    var mismatches: [Mismatch] = []
    for (place, match) in expected.enumerated() {
      do throws(Mismatch) {
        try check(match, at: .line(place, of: .event), &rest)
      } catch {
        mismatches.append(error)
      }
    }
    if let mismatch = Mismatch(all: mismatches) { throw mismatch }
  }

  /// Throws unless a record is among the rest, of which what follows it is left.
  private func check(
    _ match: Expectation.EventMatch, at path: YAMLPath, _ rest: inout ArraySlice<KeptRecords.Item>
  ) throws(Mismatch) {
    if let times = match.times {
      try check(match, times, at: path)
      if times == 0 { return }
    }
    guard let index = rest.firstIndex(where: { matches(match, $0) }) else {
      throw Mismatch(
        "a record \(match.text)", nearest(match, before: rest.startIndex), at: path)
    }
    rest = rest[(index + 1)...]
  }

  /// Throws if one of the records was written.
  func check(notHappened unwanted: [Expectation.EventMatch]) throws(Mismatch) {
    try checkBound()
    var mismatches: [Mismatch] = []
    for (place, match) in unwanted.enumerated() {
      do throws(Mismatch) {
        try check(unwanted: match, at: .line(place, of: .noEvent))
      } catch {
        mismatches.append(error)
      }
    }
    if let mismatch = Mismatch(all: mismatches) { throw mismatch }
  }

  private func check(
    unwanted match: Expectation.EventMatch, at path: YAMLPath
  ) throws(Mismatch) {
    if let event = events.first(where: { matches(match, $0) }) {
      throw Mismatch(
        "no record \(match.text)", "\(event.kind) \(event.fields.canonicalText)", at: path)
    }
  }

  /// The records that are checked.
  private var events: ArraySlice<KeptRecords.Item> {
    observer.kept.items[checkedEvents...]
  }

  /// Throws unless a counter stands at the value.
  func check(metric series: TelemetrySeries, _ value: Int64) throws(Mismatch) {
    let found = device.telemetrySamples.first { $0.series == series }?.value
    guard let found else {
      throw Mismatch("\(series.plainName) = \(value)", "no such counter", isBroken: true)
    }
    if Int64(found) != value {
      throw Mismatch(
        "\(series.plainName) = \(value)", String(found),
        at: YAMLPath([.key("metric"), .key(series.plainName)]))
    }
  }

  private func checkBound() throws(Mismatch) {
    guard observer.kept.isFull else { return }
    throw Mismatch(
      "at most \(KeptRecords.itemsMax) records of the kinds that are asked for", "more",
      isBroken: true)
  }

  private func check(
    _ match: Expectation.EventMatch, _ times: Int, at path: YAMLPath
  ) throws(Mismatch) {
    let count = events.count { matches(match, $0) }
    guard count != times else { return }
    throw Mismatch("\(times) records \(match.text)", String(count), at: path)
  }

  private func matches(_ match: Expectation.EventMatch, _ event: KeptRecords.Item) -> Bool {
    guard match.kind == event.kind else { return false }
    let fields = named(event.fields, as: match.fields, key: "identifier")
    return JSONMatch.matches(match.fields, fields)
  }

  /// The records that come closest to a missing one.
  private func nearest(_ match: Expectation.EventMatch, before start: Int) -> String {
    if events[..<start].contains(where: { matches(match, $0) }) {
      return "it was written, but before the one listed above it"
    }
    guard let last = events.last(where: { $0.kind == match.kind }) else {
      return "no \(match.kind) at all"
    }
    return "the last one \(last.fields.canonicalText)"
  }
}

extension Expectation.EventMatch {
  /// The record as words.
  var text: String { fields == [:] ? kind : "\(kind) \(fields.canonicalText)" }
}
