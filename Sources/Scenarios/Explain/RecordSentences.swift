import CivilTime
import DeviceModel
import History
import JSONText
import PlainText
import SimulationCore

/// Describes records in sentences, in the phone's local time, for the explanation of a day.
struct RecordSentences {
  /// The maximum length of a described record, in bytes.
  static let bytesMax = 240

  let trace: RunTrace
  let day: CivilDate

  /// A time on the phone's clock, with its date unless that is the explained day.
  func clock(_ milliseconds: Int64) -> String { clock(milliseconds, day) }

  private func clock(_ milliseconds: Int64, _ day: CivilDate) -> String {
    let wallTime = trace.zone(atWall: milliseconds).wallTime(at: milliseconds)
    let time = String(wallTime.text.dropFirst(wallTime.date.text.utf8.count + 1))
    return wallTime.date == day ? time : "\(wallTime.date.text) \(time)"
  }

  /// The time of a record.
  func clock(of sequence: UInt64) -> String {
    trace.record(sequence).map { clock($0.wallMilliseconds) } ?? "record \(sequence)"
  }

  /// A record as a sentence, for a reason.
  func sentence(_ sequence: UInt64) -> String { sentence(sequence, day) }

  /// A record as a sentence; times on a day other than the given one have their date.
  private func sentence(_ sequence: UInt64, _ day: CivilDate) -> String {
    guard let record = trace.record(sequence) else { return "record \(sequence)" }
    guard let sentence = RecordTable.sentence(of: record.payload) else {
      return RecordText.body(record.payload).shortened(bytesMax: RecordSentences.bytesMax)
    }
    let template =
      trace.context.platform == .android ? RecordSentences.onAndroid(sentence) : sentence
    return filled(template, RecordFields(record.payload), day)
  }

  /// A record as a sentence with its time.
  func timed(_ sequence: UInt64) -> String {
    "at \(clock(of: sequence)) \(sentence(sequence))"
  }

  /// A record as a link of a chain; a log record is shown as the phone prints it.
  func link(_ sequence: UInt64) -> ChainLink? {
    trace.record(sequence).map { record in
      let zone = trace.zone(at: sequence)
      let isLog = record.payload.logMessage != nil
      let text =
        isLog
        ? RecordText.body(record.payload)
        : sentence(sequence, zone.date(at: record.wallMilliseconds))
      return ChainLink(record: record, zone: zone, text: text)
    }
  }

  /// The beginning of a record's chain, as a sentence with its time.
  func origin(of sequence: UInt64) -> String {
    timed(trace.causes(of: sequence).last ?? sequence)
  }

  private func filled(
    _ template: String, _ fields: RecordFields, _ day: CivilDate
  ) -> String {
    var text = ""
    var rest = template[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      text += rest[..<open]
      let name = String(rest[rest.index(after: open)..<close])
      text += shown(name, fields, day)
      rest = rest[rest.index(after: close)...]
    }
    // A command without an argument would end in a space.
    let trimmed = String((text + rest).reversed().drop { $0 == " " }.reversed())
    return trimmed.shortened(bytesMax: RecordSentences.bytesMax)
  }

  /// What iOS calls something, and what Android does.
  private static let androidWords = [
    ("the prefetch task", "the prefetch work"), ("task run", "work run"),
    ("Low Power Mode", "Battery Saver"), ("every pending request", "every alarm"),
    ("background task", "work"),
  ]

  /// A sentence with its placeholders in Android's words.
  static func onAndroid(_ sentence: String) -> String {
    androidWords.reduce(sentence) { $0.replacing($1.0, with: $1.1) }
  }

  /// A field by its name; `name.key` is a member of a field that is JSON.
  private func shown(_ name: String, _ fields: RecordFields, _ day: CivilDate) -> String {
    let parts = name.split(separator: ".").map(String.init)
    guard let value = fields[parts.first ?? ""] else { return "?" }
    if case .time(let time) = value { return time.map { clock($0, day) } ?? "none" }
    if case .json(let text) = value, parts.count == 2 {
      let member = (try? JSONParser.parse(text))?[parts[1]]
      return member?.stringValue ?? member?.canonicalText ?? "?"
    }
    return value.text
  }
}
