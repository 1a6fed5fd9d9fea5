import DailyNotification

/// The place in a record where the plugin's own text begins, and the category that wrote it.
struct PluginText {
  var category: LogCategory
  var start: Int

  /// Looks for `[DNP-X]` or `DNP-X:` in the message, then at the tag, then at the subsystem.
  init?(_ line: LineBytes, _ header: LogHeader) {
    if let found = PluginText.prefix(in: line, from: header.message) {
      self = found
    } else if let tag = header.tag, let category = PluginText.category(ofTag: line.text(tag)) {
      self.init(category: category, start: header.message)
    } else if let subsystem = header.subsystem, let name = header.category,
      line.text(subsystem) == LogCategory.subsystem,
      let category = PluginText.category(named: line.text(name))
    {
      self.init(category: category, start: header.message)
    } else if let found = PluginText.subsystem(in: line) {
      self = found
    } else {
      return nil
    }
  }

  /// Looks for a mark in a line that has no header of its own.
  init?(continuing line: LineBytes) {
    let found = PluginText.prefix(in: line, from: 0) ?? PluginText.subsystem(in: line)
    guard let found else { return nil }
    self = found
  }

  init(category: LogCategory, start: Int) {
    self.category = category
    self.start = start
  }

  /// The category in a tag such as `DNP-FETCH`.
  static func category(ofTag tag: String) -> LogCategory? {
    guard tag.hasPrefix("DNP-") else { return nil }
    return category(named: String(tag.dropFirst(4)))
  }

  /// The category with a name: `fetch`, or with the subsystem before it.
  static func category(named name: String) -> LogCategory? {
    let last = name.split(separator: ".").last.map(String.init) ?? ""
    return LogCategory(rawValue: last.lowercased())
  }

  /// The first `[DNP-X]` or `DNP-X:` with a known category.
  static func prefix(in line: LineBytes, from start: Int) -> PluginText? {
    var place = start
    while let mark = line.place(of: "DNP-", from: place) {
      place = mark + 4
      var end = place
      while (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(line[end]) { end += 1 }
      let isClosed = line[mark - 1] == UInt8(ascii: "[") && line[end] == UInt8(ascii: "]")
      guard isClosed || line[end] == UInt8(ascii: ":"),
        let category = category(named: line.text(place..<end))
      else { continue }
      return PluginText(category: category, start: end + 1)
    }
    return nil
  }

  /// `[com.timesafari.dailynotification:fetch]` anywhere in the line.
  private static func subsystem(in line: LineBytes) -> PluginText? {
    guard let place = line.place(of: "[com.timesafari.dailynotification:"),
      let close = line.place(of: "]", from: place)
    else { return nil }
    let name = line.text(place + 1 + LogCategory.subsystem.utf8.count + 1..<close)
    return category(named: name).map { PluginText(category: $0, start: close + 1) }
  }
}
