import DailyNotification

/// The place in a record where the plugin's own text begins, and the mark before it.
struct PluginText {
  var mark: LogMark
  var start: Int

  /// The category that wrote it.
  var category: LogCategory { mark.category }

  /// Looks for a mark in the message, then at the tag, then at the subsystem.
  init?(_ line: LineBytes, _ header: LogHeader) {
    if let found = PluginText.mark(in: line, from: header.message) {
      self = found
    } else if let tag = header.tag, let mark = LogMark(tag: line.text(tag)) {
      self.init(mark: mark, start: header.message)
    } else if let subsystem = header.subsystem, let name = header.category,
      line.text(subsystem) == LogCategory.subsystem,
      let category = PluginText.category(named: line.text(name))
    {
      self.init(mark: LogMark(category), start: header.message)
    } else if let found = PluginText.subsystem(in: line) {
      self = found
    } else {
      return nil
    }
  }

  /// Looks for a mark in a line that has no header of its own.
  init?(continuing line: LineBytes) {
    let found = PluginText.mark(in: line, from: 0) ?? PluginText.subsystem(in: line)
    guard let found else { return nil }
    self = found
  }

  init(mark: LogMark, start: Int) {
    self.mark = mark
    self.start = start
  }

  /// The category with a name: `fetch`, or with the subsystem before it.
  static func category(named name: String) -> LogCategory? {
    let last = name.split(separator: ".").last.map(String.init) ?? ""
    return LogCategory(rawValue: last.lowercased())
  }

  /// The first mark of any dialect.
  static func mark(in line: LineBytes, from start: Int) -> PluginText? {
    prefix(in: line, from: start) ?? pipe(in: line, from: start) ?? className(in: line, from: start)
  }

  /// The first `[DNP-X]` or `DNP-X:` with a word that is known.
  private static func prefix(in line: LineBytes, from start: Int) -> PluginText? {
    var place = start
    while let found = line.place(of: "DNP-", from: place) {
      place = found + 4
      var end = place
      while isUpper(line[end]) || line[end] == UInt8(ascii: "-") { end += 1 }
      let isClosed = line[found - 1] == UInt8(ascii: "[") && line[end] == UInt8(ascii: "]")
      guard isClosed || line[end] == UInt8(ascii: ":"),
        let mark = LogMark(word: line.text(place..<end))
      else { continue }
      // Some tools put the tag before a message that has its mark.
      var next = end + 1
      while line[next] == 0x20 { next += 1 }
      if !isClosed, line.begins("[DNP-", at: next) { continue }
      return PluginText(mark: mark, start: end + 1)
    }
    return nil
  }

  /// The first `DN|EVENT`.
  private static func pipe(in line: LineBytes, from start: Int) -> PluginText? {
    var place = start
    while let found = line.place(of: "DN|", from: place) {
      place = found + 3
      var end = place
      while isUpper(line[end]) || line[end] == UInt8(ascii: "_") { end += 1 }
      guard end > place, !isUpper(line[found - 1]) else { continue }
      return PluginText(mark: LogMark(pipedEvent: line.text(place..<end)), start: place)
    }
    return nil
  }

  /// The first `DailyNotificationStorage:` or other class that writes without a mark.
  private static func className(in line: LineBytes, from start: Int) -> PluginText? {
    var place = start
    while let found = line.place(of: "DailyNotification", from: place) {
      place = found + LogMark.classPrefix.utf8.count
      guard let colon = line.place(of: ":", from: place), colon - place <= 16,
        let mark = LogMark(className: Substring(line.text(place..<colon)))
      else { continue }
      return PluginText(mark: mark, start: colon + 1)
    }
    return nil
  }

  /// Whether a line has what looks like the beginning of a mark: `DNP-X`, or `DN|X` after no other
  /// capital letter.
  static func hasMark(_ line: LineBytes) -> Bool {
    var place = 0
    while let found = line.place(of: "DN", from: place) {
      place = found + 2
      if line.begins("P-", at: place), isUpper(line[place + 2]) { return true }
      if line[place] == UInt8(ascii: "|"), isUpper(line[place + 1]), !isUpper(line[found - 1]) {
        return true
      }
    }
    return false
  }

  private static func isUpper(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
  }

  /// `[com.timesafari.dailynotification:fetch]` anywhere in the line.
  private static func subsystem(in line: LineBytes) -> PluginText? {
    guard let place = line.place(of: "[com.timesafari.dailynotification:"),
      let close = line.place(of: "]", from: place)
    else { return nil }
    let name = line.text(place + 1 + LogCategory.subsystem.utf8.count + 1..<close)
    return category(named: name).map { PluginText(mark: LogMark($0), start: close + 1) }
  }
}
