public import CellGrid
public import DeviceModel
import PlainText
import Scenarios

/// What a person did in a console, with its instants, and the phone that it was done to.
///
/// The same recording gives the same records: it has how much time had passed for the phone before
/// each key, in microseconds of the host's clock, apart from when the key was pressed. The keys
/// that its person has changed stand at its head, and mean the same wherever it is played.
///
/// ```
/// dnp keys 1
/// size 80x24
/// paused false
/// phone {"seed":"1",…}
/// keys screen why.ask Y F5
/// 1250000 1250000 c
/// ```
///
/// A line that begins with `#` is a remark.
public struct KeyRecording: Hashable, Sendable {
  /// A key, and when it was pressed.
  public struct Event: Hashable, Sendable {
    /// When it was, in microseconds since the start.
    public let at: Int64
    /// How much time passed for the phone since the event before, in microseconds.
    public let passed: Int64
    public let input: KeyInput

    /// Describes an event.
    public init(at: Int64, passed: Int64, _ input: KeyInput) {
      self.at = at
      self.passed = passed
      self.input = input
    }

    /// Its line of the file.
    public var line: String { "\(at) \(passed) \(input.word)" }
  }

  /// The phone at the start.
  public var device: DeviceConfiguration
  /// Whether the clock was stopped at first.
  public var isPaused: Bool
  /// The terminal's size at first.
  public var size: CellSize
  /// The keys that count.
  public var bindings: Bindings
  /// What was done, in order.
  public var events: [Event] = []

  /// Describes a recording.
  public init(
    device: DeviceConfiguration, isPaused: Bool, size: CellSize, bindings: Bindings = .standard
  ) {
    self.bindings = bindings
    self.device = device
    self.isPaused = isPaused
    self.size = size
  }

  /// The largest file that is read, in bytes.
  public static let bytesMax = 64 << 20

  private static let firstLine = "dnp keys 1"
  private static let changeWord = "keys"

  /// The lines before the events.
  public var head: String {
    """
    \(KeyRecording.firstLine)
    size \(size.columns)x\(size.rows)
    paused \(isPaused)
    phone \(ConfigurationText.text(device))

    """ + bindings.changes.map { "\(KeyRecording.changeWord) \($0.line)\n" }.joined()
  }

  /// A remark where what was typed is not what was recorded.
  ///
  /// - Parameter isDone: Whether the line was done, so that another one stands in its place.
  public static func remark(ofSecret isDone: Bool) -> String {
    isDone
      ? "# A secret was typed here; the line that follows has what stands for it.\n"
      : "# What was typed here may have been a secret, and did nothing; it was not recorded.\n"
  }

  /// Why a file is no recording.
  public struct Failure: Error, Hashable, CustomStringConvertible {
    public let line: Int
    public let reason: String

    public var description: String { "line \(line): \(reason)" }
  }

  /// Reads a file; a last line that was not written to its end is left out.
  public init(reading text: String, _ keychain: Keychain) throws(Failure) {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    lines.removeLast()
    guard lines.first == KeyRecording.firstLine else {
      throw Failure(line: 1, reason: "a recording of keys begins with '\(KeyRecording.firstLine)'")
    }
    func value(_ line: Int, _ name: String) throws(Failure) -> String {
      guard lines.count >= line, lines[line - 1].hasPrefix(name + " ") else {
        throw Failure(line: line, reason: "'\(name)' belongs here")
      }
      return String(lines[line - 1].dropFirst(name.count + 1))
    }
    guard let size = CellSize(text: try value(2, "size")) else {
      throw Failure(line: 2, reason: "a size is columns and rows, such as 80x24")
    }
    guard let isPaused = Bool(try value(3, "paused")) else {
      throw Failure(line: 3, reason: "'paused' is true or false")
    }
    let phone = try value(4, "phone")
    do {
      device = try ConfigurationText.configuration(phone, keychain)
    } catch {
      throw Failure(line: 4, reason: "\(error)")
    }
    self.size = size
    self.isPaused = isPaused
    let changed = lines.dropFirst(4).prefix { $0.hasPrefix(KeyRecording.changeWord + " ") }
    var changes: [KeyChange] = []
    for (place, line) in zip(4..., changed) {
      let text = String(line.dropFirst(KeyRecording.changeWord.count + 1))
      guard let change = KeyChange(line: text) else {
        throw Failure(
          line: place + 1, reason: "'\(line.shortened())' changes no key: keys PART ACTION KEY …")
      }
      changes.append(change)
    }
    bindings = Bindings(changes)
    for (place, line) in lines.enumerated().dropFirst(4 + changed.count)
    where !line.hasPrefix("#") {
      guard let event = KeyRecording.event(line), event.at >= events.last?.at ?? 0 else {
        throw Failure(
          line: place + 1, reason: "'\(line.shortened())' is no event: WHEN PASSED KEY")
      }
      events.append(event)
    }
  }

  private static func event(_ line: String) -> Event? {
    let words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    guard words.count == 3, let at = Int64(words[0]), let passed = Int64(words[1]), at >= 0,
      (0...at).contains(passed), let input = KeyInput(word: words[2])
    else { return nil }
    return Event(at: at, passed: passed, input)
  }
}
