public import DailyNotification
import JSONText

/// What a viewer shows of a line beside its bytes.
public struct LogLineFacts: Sendable {
  /// The level; nil where neither the line nor the record it continues says one.
  public var level: LogLevel?
  /// The plugin's category that wrote it; nil for another program's line.
  public var source: LogCategory?
  /// The program that wrote it, as a part of the line; nil where it says none.
  public var program: Range<Int>?
  /// Whether it continues the record of the line before it.
  public var isContinuation: Bool
  /// The bytes of the log that are the line's, its end included; empty where the line is others.
  public var place = 0..<0
}

/// Splits a log into lines and says of each who wrote it and how severe it is.
///
/// Nothing is parsed beyond a line's first fields. Memory is bounded by the longest line that is
/// read, `LogScanner.lineBytesMax`.
public struct LogLineReader: Sendable {
  /// The format, found in the first lines or given.
  public let format: LogFormat
  /// The beginning of a line whose end has not come yet.
  private var partial: [UInt8] = []
  private var isSkipping = false
  private var decoder: LogDecoder
  private let setting: LineSetting
  /// Whether the lines are those of the file, so that their places there are known.
  private var isInPlace = true
  /// How many bytes came before the line that is not complete yet, or before the next one.
  private var lineStart = 0
  /// How many bytes came before those that are being split.
  private var consumed = 0

  /// How many bytes are enough to find a format.
  public static let headBytes = LogScanner.sniffedBytes

  /// A reader of a format, or of the one that the first bytes have.
  ///
  /// Throws for what is no text.
  public init(
    _ head: UnsafeRawBufferPointer, format: LogFormat? = nil,
    among formats: [LogFormat] = BuiltInFormats.all
  ) throws(LogProblem) {
    try LogProblem.checkKind(head)
    decoder = LogDecoder(head: head)
    let bytes = UnsafeRawBufferPointer(rebasing: head.prefix(LogScanner.sniffedBytes))
    var beginning = decoder
    let decoded = beginning.decode(bytes) ?? Array(bytes)
    try FormatSniffer(decoded).checkText()
    setting = LineSetting(decoded, among: format.map { [$0] } ?? formats)
    self.format = format ?? FormatSniffer(setting.plain(decoded), formats).format
  }

  /// A reader of a format, or of the one that the first bytes have.
  ///
  /// Throws for what is no text.
  public init(
    head: [UInt8], format: LogFormat? = nil, among formats: [LogFormat] = BuiltInFormats.all
  ) throws(LogProblem) {
    var reader: LogLineReader?
    var problem: LogProblem?
    head.withUnsafeBytes { bytes in
      do throws(LogProblem) {
        reader = try LogLineReader(bytes, format: format, among: formats)
      } catch {
        problem = error
      }
    }
    guard let reader else { throw problem ?? .binary }
    self = reader
  }

  /// Splits the next bytes; a line without its end waits, see `withPartial`.
  public mutating func consume(
    _ bytes: UnsafeRawBufferPointer, _ body: (UnsafeBufferPointer<UInt8>, LogLineFacts) -> Void
  ) {
    guard let decoded = decoder.decode(bytes) else {
      return split(bytes.bindMemory(to: UInt8.self), body)
    }
    isInPlace = false
    decoded.withUnsafeBufferPointer { split($0, body) }
  }

  private mutating func split(
    _ chunk: UnsafeBufferPointer<UInt8>,
    _ body: (UnsafeBufferPointer<UInt8>, LogLineFacts) -> Void
  ) {
    guard let base = chunk.baseAddress else { return }
    defer { consumed += chunk.count }
    var place = 0
    while place < chunk.count {
      let feed = ByteSearch.lineFeed(in: base, from: place, to: chunk.count)
      let piece = UnsafeBufferPointer(start: base + place, count: feed - place)
      guard feed < chunk.count else {
        keep(piece)
        return
      }
      let end = consumed + feed + 1
      if partial.isEmpty, !isSkipping {
        show(piece, lineStart..<end, body)
      } else {
        keep(piece)
        partial.withUnsafeBufferPointer { show($0, lineStart..<end, body) }
        partial.removeAll(keepingCapacity: true)
        isSkipping = false
      }
      lineStart = end
      place = feed + 1
    }
  }

  /// What there is to say of the unfinished line; nothing where there is none.
  ///
  /// Half a character at the end of UTF-16 is shown as one that cannot be read.
  public func withPartial(_ body: (UnsafeBufferPointer<UInt8>, LogLineFacts) -> Void) {
    var end = decoder
    let line = partial + end.finish()
    guard !line.isEmpty else { return }
    line.withUnsafeBufferPointer { show($0, lineStart..<consumed, body) }
  }

  /// The parts of a line that a person reads first: time, level, program, message; nil for a line
  /// that begins no record.
  public func short(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
    guard let base = bytes.baseAddress, !bytes.isEmpty else { return nil }
    if format.isJSON {
      return bytes[0] == UInt8(ascii: "{") ? JSONLogReader.summary(bytes) : nil
    }
    let whole = LineBytes(base: base, count: bytes.count)
    let start = setting.prefixCount(whole)
    let line = LineBytes(base: base + start, count: whole.count - start)
    guard format.begins(line), let header = format.header(line), header.message < line.count
    else { return nil }
    let program = (header.process ?? header.tag).map { line.text($0) + ":" }
    let parts = [
      header.stamp.flatMap(LogLineReader.timeText), header.level.map(LogLineReader.letter), program,
      line.text(header.message..<line.count - header.trailing),
    ]
    return parts.compactMap(\.self).joined(separator: " ")
  }

  /// The time of day of a line, with milliseconds; nil for a time since 1970.
  private static func timeText(_ stamp: LogStamp) -> String? {
    guard stamp.epochMilliseconds == nil, stamp.uptimeMilliseconds == nil else { return nil }
    let milliseconds = stamp.millisecondOfDay
    func two(_ number: Int) -> String { (number < 10 ? "0" : "") + "\(number)" }
    let fraction = "\(1_000 + milliseconds % 1_000)".dropFirst()
    let seconds = milliseconds / 1_000
    return "\(two(seconds / 3_600)):\(two(seconds / 60 % 60)):\(two(seconds % 60)).\(fraction)"
  }

  private static func letter(_ level: LogLevel) -> String {
    switch level {
    case .debug: "D"
    case .info: "I"
    case .warning: "W"
    case .error: "E"
    }
  }

  private mutating func keep(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard !isSkipping else { return }
    let room = LogScanner.lineBytesMax - partial.count
    partial.append(contentsOf: bytes.prefix(room))
    if bytes.count > room { isSkipping = true }
  }

  /// Hands a line on without colours; the time of a CI system stays in it.
  ///
  /// A line whose bytes are others than in the file has no place there.
  private func show(
    _ whole: UnsafeBufferPointer<UInt8>, _ range: Range<Int>,
    _ body: (UnsafeBufferPointer<UInt8>, LogLineFacts) -> Void
  ) {
    let cut = LogLineReader.cut(whole)
    let place = isInPlace ? range : 0..<0
    guard let base = cut.baseAddress else { return body(cut, facts(cut, place)) }
    let line = LineBytes(base: base, count: cut.count)
    guard setting.isColored(line, isMarked: false) else { return body(cut, facts(cut, place)) }
    LineSetting.withoutColors(line).withUnsafeBufferPointer { body($0, facts($0, 0..<0)) }
  }

  /// A line without what some tools append, and no longer than the longest that is read.
  private static func cut(_ line: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
    guard let base = line.baseAddress else { return line }
    let bytes = LineBytes(base: base, count: min(line.count, LogScanner.lineBytesMax))
    return UnsafeBufferPointer(start: base, count: bytes.count)
  }

  private func facts(
    _ bytes: UnsafeBufferPointer<UInt8>, _ place: Range<Int>
  ) -> LogLineFacts {
    var facts = LogLineFacts(
      level: nil, source: nil, program: nil, isContinuation: true, place: place)
    guard let base = bytes.baseAddress, !bytes.isEmpty else { return facts }
    let whole = LineBytes(base: base, count: bytes.count)
    let start = setting.prefixCount(whole)
    let line = LineBytes(base: base + start, count: whole.count - start)
    let isMarked = ByteSearch.mark(in: base, from: 0, to: bytes.count) < bytes.count
    if format.isJSON {
      facts.isContinuation = line[0] != UInt8(ascii: "{")
      facts.level = LogLineReader.levelInJSON(line)
      if isMarked { facts.source = PluginText(continuing: line)?.category }
      return facts
    }
    guard format.begins(line), let header = format.header(line) else {
      if isMarked { facts.source = PluginText(continuing: line)?.category }
      return facts
    }
    facts.isContinuation = false
    facts.level = header.level
    facts.program = (header.process ?? header.tag).map {
      $0.lowerBound + start..<$0.upperBound + start
    }
    if isMarked { facts.source = PluginText(line, header)?.category }
    return facts
  }

  /// The level in a member `messageType` or `level` of an object on one line.
  private static func levelInJSON(_ line: LineBytes) -> LogLevel? {
    for name in ["\"messageType\"", "\"level\""] as [StaticString] {
      guard let place = line.place(of: name) else { continue }
      var start = place + name.utf8CodeUnitCount
      while line[start] == 0x20 || line[start] == UInt8(ascii: ":") { start += 1 }
      guard line[start] == UInt8(ascii: "\"") else { continue }
      var end = start + 1
      while end < line.count, line[end] != UInt8(ascii: "\""), end - start < 16 { end += 1 }
      return LogLevel(word: line.text(start + 1..<end))
    }
    return nil
  }
}

extension JSONLogReader {
  /// The parts of a record that a person reads first; nil where there is no message.
  static func summary(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
    var end = bytes.count
    while end > 0, bytes[end - 1] == UInt8(ascii: ",") || bytes[end - 1] <= 0x20 { end -= 1 }
    guard
      let value = try? JSONParser.parse(UnsafeBufferPointer(rebasing: bytes[..<end])),
      let message = value["eventMessage"]?.stringValue
    else { return nil }
    let process = value["processImagePath"]?.stringValue?.split(separator: "/").last
    let pid = value["processID"]?.integerValue.map { "[\($0)]" } ?? ""
    let place = [value["subsystem"]?.stringValue, value["category"]?.stringValue]
      .compactMap(\.self).filter { !$0.isEmpty }.joined(separator: ":")
    let parts = [
      value["timestamp"]?.stringValue, value["messageType"]?.stringValue,
      process.map { "\($0)\(pid):" }, place.isEmpty ? nil : "[\(place)]", message,
    ]
    return parts.compactMap(\.self).joined(separator: " ")
  }
}
