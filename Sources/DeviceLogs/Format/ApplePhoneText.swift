import DailyNotification
import PlainText

/// Console.app, idevicesyslog and the console of Xcode.
extension LineCursor {
  /// Parses a row copied from Console.app up to its time; returns the ranges of the columns so far.
  ///
  /// The columns are those that were visible: level, time, process and message, with others before.
  mutating func consoleTime() -> (stamp: LogStamp, columns: [Range<Int>])? {
    var columns: [Range<Int>] = []
    var start = position
    for _ in 0..<8 {
      var cursor = LineCursor(line, at: start)
      if start > 0, let stamp = cursor.consoleStamp() {
        columns.append(start..<cursor.position)
        position = cursor.position
        return (stamp, columns)
      }
      guard let tab = line.place(of: "\t", from: start) else { return nil }
      columns.append(start..<tab)
      start = tab + 1
    }
    return nil
  }

  /// `level ⇥ HH:MM:SS.ffffff-0700 ⇥ process ⇥ message`, without a date.
  mutating func consoleHeader() -> LogHeader? {
    guard let (stamp, columns) = consoleTime(), columns.count >= 2 else { return nil }
    var header = LogHeader(stamp: stamp, message: position)
    header.level = LogLevel(word: line.text(columns[columns.count - 2]))
    if columns.count >= 4 {
      header.subsystem = columns[columns.count - 4]
      header.category = columns[columns.count - 3]
    }
    guard skip("\t"), let tab = line.place(of: "\t", from: position) else { return header }
    header.process = position..<tab
    header.message = tab + 1
    return header
  }

  /// `Oct  5 20:31:40.123456 process(image)[pid] <Level>: …`, optionally after the phone's name.
  mutating func relayHeader() -> LogHeader? {
    guard let stamp = relayStamp() else { return nil }
    var header = LogHeader(stamp: stamp, message: position)
    guard let close = line.place(of: "] <", from: position),
      let end = line.place(of: ">: ", from: close)
    else { return header }
    header.level = LogLevel(word: line.text(close + 3..<end))
    header.message = end + 3
    var bracket = close
    while bracket > position, line[bracket] != UInt8(ascii: "[") { bracket -= 1 }
    var inner = LineCursor(line, at: bracket + 1)
    header.pid = inner.number()
    header.process = relayProcess(before: bracket)
    return header
  }

  /// Parses the name of a month, a day padded with a blank, and a time; there is no year.
  mutating func relayStamp() -> LogStamp? {
    guard let month = monthName(), skip(" ") else { return nil }
    skipBlanks()
    guard let day = number(), (1...31).contains(day), skip(" "), var stamp = timeOfDay(),
      skip(" ")
    else { return nil }
    (stamp.month, stamp.day) = (month, day)
    return stamp
  }

  /// Parses a full time and a blank before `App[pid:tid]`.
  mutating func xcodeStamp() -> LogStamp? {
    guard var stamp = dateAndTime(hasYear: true) else { return nil }
    stamp.offsetMinutes = offset()
    guard skip(" "), next > 0x20 else { return nil }
    return stamp
  }

  /// `<time> App[pid:tid] [category] …`.
  mutating func xcodeHeader() -> LogHeader? {
    guard let stamp = xcodeStamp() else { return nil }
    var header = LogHeader(stamp: stamp, message: position)
    processAndThread(&header, isThreadHexadecimal: true)
    guard header.pid != nil else { return nil }
    skipBlanks()
    header.message = position
    if next == UInt8(ascii: "["), let close = line.place(of: "]", from: position) {
      header.category = position + 1..<close
    }
    return header
  }

  private mutating func consoleStamp() -> LogStamp? {
    guard var stamp = timeOfDay() else { return nil }
    // Older systems have a blank before the offset.
    if next == 0x20 { position += 1 }
    stamp.offsetMinutes = offset()
    return next == 0x09 || position == line.count ? stamp : nil
  }

  private mutating func monthName() -> Int? {
    let month = CalendarNames.months.firstIndex { line.begins($0, at: position) }
    guard let month else { return nil }
    position += 3
    return month + 1
  }

  /// The last word before `[pid]`, without `(image)`.
  private func relayProcess(before bracket: Int) -> Range<Int> {
    var start = bracket
    while start > position, line[start - 1] != 0x20 { start -= 1 }
    var end = start
    while end < bracket, line[end] != UInt8(ascii: "(") { end += 1 }
    return start..<end
  }
}
