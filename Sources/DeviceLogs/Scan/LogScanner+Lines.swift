import CivilTime
import DailyNotification

extension LogScanner {
  /// How many entries wait at most until what their times lack is known.
  static let heldMax = 4_096

  /// Processes one line; true when it begins a record of a line format.
  mutating func take(_ line: LineBytes, isMarked: Bool) -> Bool {
    if format?.code == .objects {
      takeObjects(line.buffer)
      [0x0A].withUnsafeBufferPointer { takeObjects($0) }
      return false
    }
    tally.lines += 1
    guard let format else { return false }
    if format.code == .csv {
      takeRow(line, isMarked: isMarked)
      return false
    }
    if format.isJSON {
      takeJSON(line, isMarked: isMarked)
      return false
    }
    if format.code == .xcodeMetadata { return takeXcode(line, isMarked: isMarked) }
    var beginning = LogHeader(message: 0)
    guard format.begins(line, &beginning) else {
      takeOther(line, isMarked: isMarked, format)
      return false
    }
    tally.recognized += 1
    tally.headed += 1
    if open != nil { closeRecord() }
    let isOfSystem = system.begin(line, beginning, format)
    if let stamp = beginning.stamp {
      if format.hasNoDates, stamp.month == nil { clock.note(stamp) }
      note(stamp)
    }
    guard isMarked else {
      if isOfSystem { system.take(line, beginning, format, number: tally.lines) }
      return true
    }
    // Of a line whose fields are damaged the message is read all the same, without a time.
    let header = format.header(line) ?? LogHeader(message: 0)
    if var record = LogRecord(line, header, number: tally.lines) {
      if format.isAndroid { record.entry.silence = silence(before: header.stamp, format) }
      add(record)
    } else {
      // The system, about an app whose name is a mark.
      system.take(line, beginning, format, number: tally.lines)
      noteDamaged(line)
    }
    return true
  }

  /// How long no program had written a line before one with a time; nil where that is not known.
  private func silence(before stamp: LogStamp?, _ format: LogFormat) -> Int64? {
    guard let stamp, !lastHeader.isEmpty else { return nil }
    return lastHeader.withUnsafeBufferPointer { bytes in
      bytes.baseAddress.flatMap { format.header(LineBytes(base: $0, count: bytes.count))?.stamp }
        .flatMap(stamp.elapsed)
    }
  }

  /// Processes one line of Xcode's console, where the metadata follow the message.
  private mutating func takeXcode(_ line: LineBytes, isMarked: Bool) -> Bool {
    var cursor = LineCursor(line)
    guard let header = cursor.xcodeMetadata() else {
      takeXcodeMessage(line, isMarked: isMarked)
      return false
    }
    if let stamp = header.stamp { note(stamp) }
    tally.recognized += 1
    tally.headed += 1
    if open == nil, isMarked, let source = header.pluginCategory(in: line) {
      open = LogRecord(lastMessage, mark: LogMark(source), number: tally.lines - 1)
    }
    lastMessage.removeAll(keepingCapacity: true)
    open?.complete(header, in: line)
    closeRecord()
    return true
  }

  private mutating func takeXcodeMessage(_ line: LineBytes, isMarked: Bool) {
    if isMarked,
      let record = LogRecord(line, LogHeader(message: 0), number: tally.lines)
    {
      closeRecord()
      open = record
      tally.recognized += 1
    } else if line.isBlank {
      tally.skipped += 1
    } else {
      let isAppended = open?.isKnown == false && open?.append(line, number: tally.lines) == true
      if isMarked, !isAppended { noteDamaged(line) }
      tally.continuations += 1
    }
    lastMessage = line.bytes(0..<min(line.count, LogRecord.messageBytesMax))
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
    } else if line.begins("------ ") {
      // A part of a bug report; the last logcat is of before the phone was started.
      section = line.place(of: "LAST LOGCAT").map { _ in "last logcat" }
      closeRecord()
      tally.skipped += 1
      parts += 1
    } else if system.take(bare: line, after: latest, number: tally.lines) {
      closeRecord()
      tally.skipped += 1
    } else if open?.append(line, number: tally.lines) == true {
      tally.continuations += 1
      if open?.isKnown == true { closeRecord() }
    } else {
      closeRecord()
      system.append(line)
      if let stamp = LogScanner.foreignStamp(line), format.hasFields { noteOther(stamp) }
      count(line, format)
      if isMarked { noteDamaged(line) }
    }
  }

  /// The date and time with which a line of another format begins.
  private static func foreignStamp(_ line: LineBytes) -> LogStamp? {
    guard line[0] &- UInt8(ascii: "0") <= 9 else { return nil }
    for shape in [LogStamp.Shape.iso, .full, .date] {
      var cursor = LineCursor(line)
      guard var stamp = cursor.stamp(shape), cursor.next <= 0x20 || shape == .full else { continue }
      stamp.offsetMinutes = stamp.offsetMinutes ?? cursor.zone()
      return stamp
    }
    return nil
  }

  /// A line with a mark that cannot be read as the plugin's must not pass in silence.
  func isDamaged(_ line: LineBytes) -> Bool {
    format?.code == .events ? JSONLogReader.isEvent(line) : PluginText.hasMark(line)
  }

  /// Counts a line that cannot be read, if it was the plugin's.
  mutating func noteDamaged(_ line: LineBytes) {
    if isDamaged(line) { tally.noteDamaged(tally.lines) }
  }

  private mutating func count(_ line: LineBytes, _ format: LogFormat) {
    if FormatSniffer.isHeading(line) {
      tally.skipped += 1
      if line.begins("--------- beginning of") { parts += 1 }
    } else if format.code != .plainLines, tally.recognized > 0 {
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
  mutating func emit(_ whole: LogEntry) {
    var entry = whole
    (entry.device, entry.section, entry.longSilences) = (device, section, longSilences)
    // Such a time tells nothing.
    if unset.isUnset { entry.stamp = nil }
    if repeats.isRepeat(entry) { return tally.noteRepeated(entry.number) }
    if let stamp = entry.stamp { noteClock(stamp) }
    system.note(entry)
    entry.app = entry.pid.flatMap(system.app)
    tally.plugin += 1
    if entry.isPrivate { tally.hidden += 1 }
    tally.note(entry)
    // Of other dialects only a part is known, so what else they say means nothing.
    if entry.events.isEmpty, entry.dialect == .own {
      tally.foreign += 1
      if tally.foreignNumbers.count < LogTally.numbersMax {
        tally.foreignNumbers.append(entry.number)
      }
    }
    guard let stamp = entry.stamp else {
      held.append((entry, nil))
      if held.count == 1 || held.count > LogScanner.heldMax { release() }
      return
    }
    let placed = clock.place(stamp)
    follow(entry, placed)
    held.append((entry, placed))
    learn(from: entry)
    if !clock.isLearning(placed) || held.count > LogScanner.heldMax { release() }
  }

  /// The plugin has followed the phone into another zone: the lines before were of the old one.
  private mutating func follow(_ entry: LogEntry, _ placed: LogStamp) {
    guard entry.event == .line(.zoneFollowed), let name = entry.field("zone"),
      let zone = try? Zone(identifier: name)
    else { return }
    release()
    clock.follow(zone, from: placed, line: entry.number)
  }

  /// Compares times in a message with the line's own; what they tell holds for all lines.
  private mutating func learn(from entry: LogEntry) {
    guard var placed = held.last?.stamp else { return }
    var (years, days) = (0, 0)
    if entry.event == .line(.schedulePersisted), let time = entry.field("time"),
      let next = entry.field("next").flatMap(ISO8601.parse), let wall = LogScanner.minute(of: time)
    {
      clock.suggest(minuteOfDay: wall, next: next, line: entry.number)
    }
    // This line contains the phone's own time.
    if entry.event == .line(.taskStarted), let actual = entry.field("actual").flatMap(ISO8601.parse)
    {
      clock.compareZone(with: actual, placed, line: entry.number)
      years = clock.anchor(actual, to: &placed, line: entry.number)
      held[held.count - 1].stamp = placed
    } else if let named = entry.fields.lazy.compactMap({ ISO8601.parse($0.text) }).first {
      clock.compareYear(with: named, placed, line: entry.number)
      years = clock.learnYear(near: named, placed, line: entry.number)
      days = clock.learnDate(near: named, placed, line: entry.number)
    }
    guard years != 0 || days != 0 else { return }
    for index in held.indices {
      held[index].stamp?.addYears(years)
      held[index].stamp?.addDays(days)
    }
  }

  /// The minute of the day that `HH:mm` names; nil for anything else, such as a cron expression.
  private static func minute(of time: String) -> Int? {
    let parts = time.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let hour = parts[0], let minute = parts[1], (0..<24).contains(hour),
      (0..<60).contains(minute)
    else { return nil }
    return hour * 60 + minute
  }

  /// Emits the entries that wait, with their times.
  mutating func release() {
    for (entry, stamp) in held {
      var entry = entry
      entry.time = stamp.map { clock.time(of: $0) }
      entries.append(entry)
    }
    held.removeAll(keepingCapacity: true)
  }
}
