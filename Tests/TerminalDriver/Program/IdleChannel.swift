import Descriptors

/// The pipe on which a program reports that it is idle.
final class IdleChannel {
  /// The maximum length of a line, in bytes; the protocol has no longer one.
  private static let lineMax = 200

  let reading: Descriptor
  /// Whether every holder of the writing end has closed it.
  private(set) var isAtEnd = false
  /// The program's last report.
  private(set) var latest: IdleReport?
  /// The number of reports that were read.
  private(set) var reportCount = 0
  private var writing: Descriptor?
  private var held: [UInt8] = []
  private var buffer = [UInt8](repeating: 0, count: 4_096)

  init() throws(TerminalDriverError) {
    let pipe = try Descriptor.pipe()
    reading = pipe.reading
    writing = pipe.writing
    reading.setNonBlocking()
  }

  deinit {
    closeWriting()
    reading.close()
  }

  /// A launch of the same program that inherits the writing end under a number.
  func given(to launch: ProgramLaunch, as number: Int32) -> ProgramLaunch {
    var launch = launch
    launch.inheritedDescriptors[number] = writing?.number
    return launch
  }

  /// Closes the writing end here, so that the reader sees when the program closes its own.
  func closeWriting() {
    writing?.close()
    writing = nil
  }

  /// Reads every report there is; throws for a line that is not one.
  func readReports() throws(TerminalDriverError) {
    while !isAtEnd {
      switch reading.read(into: &buffer) {
      case .bytes(let count):
        held.append(contentsOf: buffer[..<count])
        try takeLines()
      case .wouldBlock: return
      case .end, .failed: isAtEnd = true
      }
    }
  }

  /// Drops the reports of a program that has ended, before another one uses the channel.
  func forgetReports() {
    latest = nil
    held = []
  }

  private func takeLines() throws(TerminalDriverError) {
    while let end = held.firstIndex(of: UInt8(ascii: "\n")) {
      let line = held[..<end]
      held.removeSubrange(...end)
      guard let report = IdleReport(String(decoding: line, as: UTF8.self)) else {
        throw TerminalDriverError(.badIdleLine(ByteText.shown(line)))
      }
      latest = report
      reportCount += 1
    }
    guard held.count <= Self.lineMax else {
      throw TerminalDriverError(.badIdleLine(ByteText.shown(held)))
    }
  }
}
