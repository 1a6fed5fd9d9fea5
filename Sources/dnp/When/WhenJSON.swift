import CivilTime
import JSONText

/// The answer as JSON: an array of objects, described in docs/when.md.
struct WhenJSON {
  let answer: WhenAnswer

  /// The array.
  var value: JSONValue { .array(answer.firings.map(value)) }

  private func value(_ firing: WhenFiring) -> JSONValue {
    [
      "number": .integer(Int64(firing.number)),
      "zone": .string(answer.zone.identifier),
      "local": .string(firing.localText),
      "utc": .string(ISO8601.text(firing.instant)),
      "epochMilliseconds": .integer(firing.instant),
      "sincePreviousMilliseconds": firing.sincePrevious.map(JSONValue.integer) ?? .null,
      "notes": .array(firing.notes.map(value)),
    ]
  }

  private func value(_ note: WhenNote) -> JSONValue {
    [
      "kind": .string(note.kind.rawValue),
      "wallTime": .string(note.wallTime.text),
      "text": .string(note.text),
    ]
  }
}
