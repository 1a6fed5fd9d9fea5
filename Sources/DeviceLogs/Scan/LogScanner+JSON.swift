import JSONText

/// A JSON object that is being assembled from lines.
struct JSONLogObject {
  var bytes: [UInt8] = []
  var isOpen = false
  /// Whether one of its lines has a mark of the plugin.
  var isMarked = false
  var lines = 0
}

extension LogScanner {
  /// Processes a line of an array of objects, of one object per line, or of objects with commas.
  ///
  /// Objects over several lines begin and end in the first column, as the system prints them.
  mutating func takeJSON(_ line: LineBytes, isMarked: Bool) {
    if format?.code == .studioExport { return takeExport(line, isMarked) }
    switch line[0] {
    case UInt8(ascii: "{"): takeObject(line, from: 0, isMarked)
    case UInt8(ascii: "["):
      if line[1] == UInt8(ascii: "{") {
        takeObject(line, from: 1, isMarked)
      } else {
        tally.recognized += 1
        if isMarked { noteDamaged(line) }
      }
    case UInt8(ascii: "}"):
      tally.recognized += 1
      object.bytes.append(UInt8(ascii: "}"))
      endObject()
      if line[1] == UInt8(ascii: ","), line[2] == UInt8(ascii: "{") { beginObject() }
    case UInt8(ascii: "]"), UInt8(ascii: ","):
      tally.recognized += 1
      if isMarked { noteDamaged(line) }
    default: takeMember(line, isMarked)
    }
  }

  /// Processes a line of the file that Android Studio exports: of each message it begins with
  /// `"header"` and ends with `"message"`.
  private mutating func takeExport(_ line: LineBytes, _ isMarked: Bool) {
    tally.recognized += 1
    var cursor = LineCursor(line)
    cursor.skipBlanks()
    if cursor.skip(text: "\"header\": {") {
      endObject()
      beginObject()
    }
    guard object.isOpen else {
      if isMarked { noteDamaged(line) }
      return
    }
    append(line, from: 0, isMarked)
    guard line.begins("\"message\": ", at: cursor.position) else { return }
    while object.bytes.last == 0x0A || object.bytes.last == UInt8(ascii: ",") {
      object.bytes.removeLast()
    }
    object.bytes.append(UInt8(ascii: "}"))
    endObject()
  }

  /// Parses the assembled object.
  mutating func endObject() {
    defer { object = JSONLogObject(bytes: emptied(object.bytes)) }
    guard object.isOpen else { return }
    guard object.isMarked || format?.code == .events else {
      let number = tally.lines
      return object.bytes.withUnsafeBufferPointer { takeForeign($0, number: number) }
    }
    object.bytes.withUnsafeBufferPointer { parse($0, lines: object.lines) }
  }

  private mutating func takeObject(_ line: LineBytes, from start: Int, _ isMarked: Bool) {
    endObject()
    tally.recognized += 1
    var end = line.count
    while end > start, [0x20, UInt8(ascii: ","), UInt8(ascii: "]")].contains(line[end - 1]) {
      end -= 1
    }
    guard end > start + 1, line[end - 1] == UInt8(ascii: "}") else {
      beginObject()
      append(line, from: start + 1, isMarked)
      return
    }
    let bytes = UnsafeBufferPointer(start: line.base + start, count: end - start)
    guard isMarked || format?.code == .events && JSONLogReader.isEvent(line) else {
      return takeForeign(bytes, number: tally.lines)
    }
    parse(bytes, lines: 1)
  }

  /// A line inside an object, or a member that a search has cut out of one.
  private mutating func takeMember(_ line: LineBytes, _ isMarked: Bool) {
    if object.isOpen {
      tally.recognized += 1
      append(line, from: 0, isMarked)
    } else if line.isBlank || FormatSniffer.isHeading(line) {
      tally.skipped += 1
    } else if isMarked, FormatSniffer.isMessageMember(line) {
      tally.recognized += 1
      var end = line.count
      while end > 0, line[end - 1] == UInt8(ascii: ",") || line[end - 1] == 0x20 { end -= 1 }
      let bytes =
        [UInt8(ascii: "{")] + UnsafeBufferPointer(start: line.base, count: end)
        + [UInt8(ascii: "}")]
      bytes.withUnsafeBufferPointer { parse($0, lines: 1) }
    } else {
      tally.unknown += 1
      if isMarked || format?.code == .events { noteDamaged(line) }
    }
  }

  private mutating func beginObject() {
    object.isOpen = true
    object.bytes.append(UInt8(ascii: "{"))
  }

  private mutating func append(_ line: LineBytes, from start: Int, _ isMarked: Bool) {
    guard object.bytes.count + line.count < LogScanner.lineBytesMax else {
      // An object that is too long cannot be parsed; its end is found all the same.
      if object.isMarked || isMarked { tally.cut += 1 }
      object.isMarked = false
      object.bytes.removeAll(keepingCapacity: true)
      return
    }
    object.isMarked = object.isMarked || isMarked
    object.lines += 1
    object.bytes.append(
      contentsOf: UnsafeBufferPointer(start: line.base + start, count: line.count - start))
    object.bytes.append(0x0A)
  }

  /// Parses one object; a damaged one counts as unknown.
  private mutating func parse(_ bytes: UnsafeBufferPointer<UInt8>, lines: Int) {
    switch JSONLogReader.read(bytes, number: tally.lines, format?.code, jsonOptions) {
    case .plugin(let record):
      if let stamp = record.entry.stamp { note(stamp) }
      emit(record.entry)
    case .other:
      if let base = bytes.baseAddress { noteDamaged(LineBytes(base: base, count: bytes.count)) }
    case .textless: textless += 1
    case .damaged:
      tally.unknown += max(lines, 1)
      tally.recognized -= max(lines, 1)
      if let base = bytes.baseAddress,
        JSONLogReader.isOfPlugin(LineBytes(base: base, count: bytes.count), format)
      {
        tally.noteDamaged(tally.lines)
      }
    }
  }

  private func emptied(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    bytes.removeAll(keepingCapacity: true)
    return bytes
  }

  // MARK: Objects of any tool

  /// Processes bytes of JSON, whatever lines they are on.
  mutating func takeObjects(_ bytes: UnsafeBufferPointer<UInt8>) {
    var stream = stream
    self.stream = JSONStream()
    stream.feed(bytes) { take($0) }
    self.stream = stream
  }

  /// Processes the end of such bytes.
  mutating func endObjects() {
    guard format?.code == .objects else { return }
    var stream = stream
    stream.finish { take($0) }
    self.stream = stream
  }

  private mutating func take(_ piece: JSONStream.Piece) {
    switch piece {
    case .line(let isBlank):
      tally.lines += 1
      if isBlank { tally.skipped += 1 } else { tally.recognized += 1 }
    case .tooLong: tally.cut += 1
    case .damaged(let bytes):
      bytes.withUnsafeBufferPointer { buffer in
        guard let base = buffer.baseAddress else { return }
        let line = LineBytes(base: base, count: buffer.count)
        if PluginText.hasMark(line) { tally.noteDamaged(tally.lines + 1) }
      }
    case .object(let bytes):
      guard let base = bytes.baseAddress else { return }
      guard ByteSearch.mark(in: base, from: 0, to: bytes.count) < bytes.count else {
        return takeForeign(bytes, number: tally.lines + 1)
      }
      switch JSONLogReader.read(bytes, number: tally.lines + 1, .objects, jsonOptions) {
      case .plugin(let record):
        if let stamp = record.entry.stamp { note(stamp) }
        emit(record.entry)
      case .textless: textless += 1
      case .other, .damaged:
        let line = LineBytes(base: base, count: bytes.count)
        if PluginText.hasMark(line) { tally.noteDamaged(tally.lines + 1) }
      }
    }
  }

  /// Takes in the time of another program's object, and what the system says in it.
  mutating func takeForeign(_ bytes: UnsafeBufferPointer<UInt8>, number: Int) {
    let stamp = foreign.stamp(in: bytes, jsonOptions)
    if let stamp { note(stamp) }
    guard let base = bytes.baseAddress,
      system.mayHaveLine(LineBytes(base: base, count: bytes.count)),
      let value = try? JSONParser.parse(bytes)
    else { return }
    takeSystem(JSONFields(value, jsonOptions), stamp, number: number)
  }

  /// Takes in a record of any layout: its text may be a line of another format.
  private mutating func takeSystem(_ fields: JSONFields, _ stamp: LogStamp?, number: Int) {
    guard let text = fields.messages.first else { return }
    if let (header, program, message) = JSONLogReader.inner(whole: text) {
      system.take(
        message, by: program, stamp ?? header.stamp, pid: header.pid ?? fields.pid,
        number: number)
    } else if let program = fields.tag ?? fields.process {
      system.take(text, by: program, stamp, pid: fields.pid, number: number)
    }
  }

  /// Finds the members that are no times of lines, though they look so, in the first objects.
  mutating func noteConstants(_ head: [UInt8]) {
    var objects: [JSONValue] = []
    if format?.code == .objects {
      var stream = JSONStream()
      head.withUnsafeBufferPointer { bytes in
        stream.feed(bytes) { piece in
          guard case .object(let object) = piece, objects.count < LogScanner.sniffedLines else {
            return
          }
          if let value = try? JSONParser.parse(object) { objects.append(value) }
        }
      }
    } else if format?.code == .csv {
      let lines = head.split(separator: 0x0A).prefix(LogScanner.sniffedLines)
      let rows = lines.map { row in
        row.withUnsafeBufferPointer { buffer -> JSONValue? in
          guard let base = buffer.baseAddress, let heading = lines.first else { return nil }
          return heading.withUnsafeBufferPointer { first in
            first.baseAddress.map {
              CSVColumns(LineBytes(base: $0, count: first.count))
                .object(LineBytes(base: base, count: buffer.count))
            }
          }
        }
      }
      objects = rows.dropFirst().compactMap(\.self)
    }
    jsonOptions.constants = JSONFields.constants(in: objects)
  }

  // MARK: Tables

  /// Processes a row of a table.
  mutating func takeRow(_ line: LineBytes, isMarked: Bool) {
    guard let columns else {
      columns = CSVColumns(line)
      tally.skipped += 1
      return
    }
    guard !line.isBlank else {
      tally.skipped += 1
      return
    }
    tally.recognized += 1
    let value = columns.object(line)
    let fields = JSONFields(value, jsonOptions)
    let stamp = fields.time?.stamp
    if let stamp { note(stamp) }
    guard isMarked else { return takeSystem(fields, stamp, number: tally.lines) }
    switch JSONLogReader.outcome(value, number: tally.lines, jsonOptions) {
    case .plugin(let record): emit(record.entry)
    case .textless: textless += 1
    case .other, .damaged: noteDamaged(line)
    }
  }
}
