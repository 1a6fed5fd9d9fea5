import DailyNotification

/// Reads the samples of a format, and compares what they give with what the file says.
enum SampleCheck {
  /// The fields that a sample can list.
  static let names = [
    "time", "level", "process", "pid", "tid", "subsystem", "category", "message",
  ]

  /// What is wrong with a format's samples; nil where they are right.
  ///
  /// Each must be found to be of the format; where another format matches its lines too, one of the
  /// two must say that it wins.
  static func problem(of format: LogFormat, among formats: [LogFormat]) -> String? {
    for sample in format.samples {
      let read = fields(of: sample, format)
      guard read == sample.fields else {
        return "the sample '\(sample.text)' gives \(words(read)), and lists \(words(sample.fields))"
      }
      let sniffer = FormatSniffer(Array(sample.text.utf8), formats)
      guard sniffer.format == format else {
        return "the sample '\(sample.text)' is found to be of the format "
          + "'\(sniffer.format.name)'"
      }
      for other in sniffer.matching where other != format {
        guard format.wins(over: other) else {
          return "the format '\(other.name)' matches the sample '\(sample.text)' too, and "
            + "'winsOver' does not name it"
        }
      }
    }
    return nil
  }

  /// The fields of the plugin's record in a sample.
  private static func fields(of sample: LogFormat.Sample, _ format: LogFormat) -> [String: String] {
    var scanner = LogScanner(format: format)
    var bytes = Array(sample.text.utf8)
    bytes.append(0x0A)
    do {
      try bytes.withUnsafeBytes { try scanner.consume($0) }
      try scanner.finish()
    } catch {
      return ["message": "\(error)"]
    }
    guard let entry = scanner.drain().first else { return [:] }
    let found: [(String, String?)] = [
      ("time", entry.stamp.map(\.written)), ("level", entry.level?.rawValue),
      ("process", entry.process), ("pid", entry.pid.map(String.init)),
      ("tid", entry.tid.map(String.init)), ("subsystem", entry.subsystem),
      ("category", entry.category), ("message", entry.text),
    ]
    return found.reduce(into: [:]) { fields, field in fields[field.0] = field.1 }
  }

  private static func words(_ fields: [String: String]) -> String {
    let words = names.compactMap { name in fields[name].map { "\(name): \($0)" } }
    return words.isEmpty ? "nothing" : words.joined(separator: ", ")
  }
}

extension LogStamp {
  /// The time as far as the line has it: `2025-11-15 05:42:30.118 +60`, the offset in minutes.
  var written: String {
    if let epochMilliseconds { return "epoch \(epochMilliseconds)" }
    if let uptimeMilliseconds { return "start \(uptimeMilliseconds)" }
    func padded(_ number: Int, _ digits: Int) -> String {
      let text = "\(number)"
      return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
    let date = [year.map { padded($0, 4) }, month.map { padded($0, 2) }, day.map { padded($0, 2) }]
      .compactMap(\.self).joined(separator: "-")
    let (seconds, fraction) = millisecondOfDay.quotientAndRemainder(dividingBy: 1_000)
    let clock =
      "\(padded(seconds / 3_600, 2)):\(padded(seconds / 60 % 60, 2)):\(padded(seconds % 60, 2))"
      + ".\(padded(fraction, 3))"
    let offset = offsetMinutes.map { " \($0 < 0 ? "" : "+")\($0)" } ?? ""
    return (date.isEmpty ? "" : date + " ") + clock + offset
  }
}
