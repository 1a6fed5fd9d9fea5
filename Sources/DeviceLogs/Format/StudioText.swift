import DailyNotification

/// What Android Studio's Logcat window copies and exports.
///
/// Source: logs that people copied from it (Android Studio 2022.1 and later: standard view with
/// padded columns; before that `pid-tid/package level/tag`).
extension LineCursor {
  /// Parses time, process and thread: `2025-11-15 05:42:30.118  5310-5342`.
  mutating func studioBegins() -> (stamp: LogStamp, pid: Int, tid: Int)? {
    guard let stamp = dateAndTime(hasYear: nil), skip(" ") else { return nil }
    skipBlanks()
    guard let pid = number(), skip("-"), let tid = number(),
      next == 0x20 || next == UInt8(ascii: "/")
    else { return nil }
    return (stamp, pid, tid)
  }

  /// `<time> <pid>-<tid> <tag>  <application>  <level>  …`, or `…/<application> <level>/<tag>: …`.
  mutating func studioHeader() -> LogHeader? {
    guard let (stamp, pid, tid) = studioBegins() else { return nil }
    var header = LogHeader(stamp: stamp, pid: pid, tid: tid, message: position)
    if skip("/") {
      header.process = word()
      guard skip(" "), let old = briefHeader() else { return header }
      (header.level, header.tag, header.message) = (old.level, old.tag, old.message)
      return header
    }
    skipBlanks()
    guard let level = studioLevel() else { return header }
    header.level = LogLevel(word: line.text(level..<level + 1))
    let columns = LineCursor.words(line, position..<level)
    header.tag = columns.first
    header.process = columns.count > 1 ? columns.last : nil
    header.message = min(level + 3, line.count)
    return header
  }

  /// Where a level stands alone between a blank and two blanks, or ends the line.
  private func studioLevel() -> Int? {
    var place = position
    while place < line.count {
      if line[place - 1] == 0x20, "VDIWEFA".utf8.contains(line[place]),
        place + 1 == line.count || line[place + 1] == 0x20 && line[place + 2] == 0x20
      {
        return place
      }
      place += 1
    }
    return nil
  }

  /// The parts of a range that blanks separate.
  private static func words(_ line: LineBytes, _ range: Range<Int>) -> [Range<Int>] {
    var words: [Range<Int>] = []
    var cursor = LineCursor(line, at: range.lowerBound)
    while cursor.position < range.upperBound {
      cursor.skipBlanks()
      guard cursor.position < range.upperBound, let word = cursor.word() else { break }
      words.append(word)
    }
    return words
  }
}
