import CellGrid
import Console

/// What is written while a console runs: its keys, and a film of its screen.
struct Filming {
  private var keys: NewFile?
  private var film: NewFile?
  private var cast: Cast
  private let epochSeconds: Int64?
  /// How much time has passed for the phone since the last key, in microseconds.
  private var passed: Int64 = 0

  /// Opens the files.
  ///
  /// - Parameters:
  ///   - recording: The path of the keys and what stands at their head; nil records none.
  ///   - film: The path of the film; nil makes none.
  ///   - epochSeconds: When the film is made; nil where it should be the same each time.
  init(
    _ recording: (path: String, head: String)?, film: String?, title: String, epochSeconds: Int64?
  ) throws(CommandFailure) {
    if let recording {
      keys = try NewFile(recording.path)
      try keys?.append(recording.head)
    }
    self.film = try film.map(NewFile.init)
    cast = Cast(title: title)
    self.epochSeconds = epochSeconds
  }

  /// The phone's time has gone on by so many microseconds of the host.
  mutating func pass(_ microseconds: Int64) {
    passed += min(microseconds, Model.tickMicrosecondsMax)
  }

  /// Keeps an input; after a failure, which is thrown once, no more are kept.
  mutating func take(_ input: KeyInput, at now: Int64) throws(CommandFailure) {
    guard let keys else { return }
    defer { passed = 0 }
    do {
      // Time that has passed and its instant come from one clock, read at two places.
      try keys.append(
        KeyRecording.Event(at: max(now, passed), passed: passed, input).line + "\n")
    } catch {
      self.keys = nil
      throw error
    }
  }

  /// Adds what the screen shows to the film; after a failure, which is thrown once, there is none.
  mutating func show(
    _ grid: CellGrid, act: Model.Act?, at now: Int64
  ) throws(CommandFailure) {
    guard let film else { return }
    do {
      try film.append(cast.lines(grid, act: act, at: now, epochSeconds: epochSeconds))
    } catch {
      self.film = nil
      throw error
    }
  }

  func close() {
    keys?.close()
    film?.close()
  }
}
