import CellGrid
import Console
import DeviceModel

/// Keys from and into files, and films of the screen, as a command line asks for them.
struct KeyPlay: Equatable {
  /// The new file that the keys are written to.
  var record: String?
  /// The recording whose keys are pressed.
  var replay: String?
  /// The script whose keys are pressed.
  var script: String?
  /// The new file that a film is written to.
  var cast: String?
  /// Whether there is no screen.
  var isHeadless = false
  /// The size of a screen that nobody sees, as `80x24`.
  var size: String?

  /// The size of a screen that nobody sees, where nothing else says it.
  private static let usualSize = CellSize(rows: 24, columns: 80)

  /// Throws a usage error where options are of no use together.
  func check() throws(CommandFailure) {
    if replay != nil, script != nil {
      throw .usage("--replay and --script: give one of them")
    }
    if isHeadless, replay == nil, script == nil {
      throw .usage("--headless needs --replay FILE or --script FILE")
    }
    if let size {
      guard isHeadless else { throw .usage("--size needs --headless") }
      guard CellSize(text: size) != nil else {
        throw .usage("--size \(size): write columns and rows as 80x24")
      }
    }
    if record != nil, replay != nil { throw .usage("--record and --replay: give one") }
  }

  /// Whether any of them was given.
  var isUsed: Bool { record != nil || replay != nil || script != nil || cast != nil || isHeadless }

  /// The recording of `--replay`.
  func recording(_ keychain: Keychain) throws(CommandFailure) -> KeyRecording? {
    guard let replay else { return nil }
    let file = try InputFile.regular(replay, bytesMax: KeyRecording.bytesMax)
    do {
      return try KeyRecording(reading: try KeyPlay.text(file), keychain)
    } catch let error as KeyRecording.Failure {
      throw CommandFailure(.badFile, "\(replay): \(error)")
    } catch let error as CommandFailure {
      throw error
    } catch {
      throw CommandFailure(.internal, "\(replay): \(error)")
    }
  }

  /// The keys of `--script`.
  func keys() throws(CommandFailure) -> [Key]? {
    guard let script else { return nil }
    let file = try InputFile.one(script, bytesMax: KeyScript.bytesMax)
    let text = try KeyPlay.text(file)
    do {
      return try KeyScript.keys(text)
    } catch {
      throw CommandFailure(.badFile, "\(script): \(error)")
    }
  }

  /// The size of a screen that nobody sees.
  func headlessSize(_ recording: KeyRecording?) -> CellSize {
    size.flatMap { CellSize(text: $0) } ?? recording?.size ?? KeyPlay.usualSize
  }

  private static func text(_ file: InputFile) throws(CommandFailure) -> String {
    guard let text = String(validating: file.bytes, as: UTF8.self) else {
      throw CommandFailure(.badFile, "\(file.path): this is no UTF-8")
    }
    return text
  }
}
