import CivilTime
import DailyNotification

extension LogScanner {
  /// Processes one line; true when it begins a record of a line format.
  mutating func take(_ line: LineBytes, isMarked: Bool) -> Bool {
    tally.lines += 1
    guard let format else { return false }
    if format.isJSON {
      takeJSON(line, isMarked: isMarked)
      return false
    }
    guard format.begins(line) else {
      takeOther(line, isMarked: isMarked, format)
      return false
    }
    tally.recognized += 1
    if open != nil { closeRecord() }
    if format == .consoleCopy {
      var cursor = LineCursor(line)
      if let stamp = cursor.consoleTime()?.stamp { clock.note(stamp) }
    }
    if isMarked, let header = format.header(line),
      let record = LogRecord(line, header, number: tally.lines)
    {
      add(record)
    }
    return true
  }

  /// Emits a record, or waits for its next line when the message is not one the plugin writes.
  mutating func add(_ record: LogRecord) {
    closeRecord()
    open = record
    if record.isKnown { closeRecord() }
  }

  /// Emits the waiting record as it is.
  mutating func closeRecord() {
    guard let record = open else { return }
    open = nil
    emit(record.entry)
  }

  /// A line that does not begin a record: it continues one, or is not of the format.
  private mutating func takeOther(_ line: LineBytes, isMarked: Bool, _ format: LogFormat) {
    if isMarked, let record = continuing(line, format) {
      tally.recognized += 1
      // In the long format the tag alone has already begun a record.
      if open?.message.isEmpty == true { open = nil }
      add(record)
    } else if line.isBlank {
      tally.skipped += 1
      closeRecord()
    } else if open?.append(line, number: tally.lines) == true {
      tally.continuations += 1
      if open?.isKnown == true { closeRecord() }
    } else {
      closeRecord()
      count(line, format)
    }
  }

  private mutating func count(_ line: LineBytes, _ format: LogFormat) {
    if FormatSniffer.isHeading(line) {
      tally.skipped += 1
    } else if format != .text, tally.recognized > 0 {
      tally.continuations += 1
    } else {
      tally.unknown += 1
    }
  }

  private func continuing(_ line: LineBytes, _ format: LogFormat) -> LogRecord? {
    lastHeader.withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress, !bytes.isEmpty else {
        return LogRecord(line, after: line, nil, number: tally.lines)
      }
      let context = LineBytes(base: base, count: bytes.count)
      return LogRecord(line, after: context, format.header(context), number: tally.lines)
    }
  }

  /// Gives an entry its time and adds it to the output.
  mutating func emit(_ entry: LogEntry) {
    var entry = entry
    tally.plugin += 1
    if entry.isPrivate { tally.hidden += 1 }
    if entry.lines.isEmpty {
      tally.foreign += 1
      if tally.foreignNumbers.count < LogTally.numbersMax {
        tally.foreignNumbers.append(entry.number)
      }
    }
    if let stamp = entry.stamp {
      entry.time = clock.resolve(stamp)
      // This line contains the phone's own time.
      if entry.line == .taskStarted, let actual = entry.field("actual").flatMap(ISO8601.parse) {
        entry.time = clock.anchor(actual, to: stamp, line: entry.number)
      }
    }
    entries.append(entry)
  }
}
