import Console

/// What is written while a console runs: its keys, and a film of its screen.
///
/// Keys and frames of an open line are held back until it is closed, since only then is it known
/// whether a secret was typed. Neither file gets one.
struct Filming {
  private var keys: NewFile?
  private var film: NewFile?
  private var frames: TypedFilm
  /// How much time has passed for the phone since the last key, in microseconds.
  private var passed: Int64 = 0
  /// The line that is open; nil while none is.
  private var line: TypedLine?
  /// What was pressed since it was opened, or last where none is.
  private var held: [KeyRecording.Event] = []

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
    frames = TypedFilm(title: title, epochSeconds: epochSeconds)
  }

  /// The phone's time has gone on by so many microseconds of the host.
  mutating func pass(_ microseconds: Int64) {
    passed += min(microseconds, Model.tickMicrosecondsMax)
  }

  /// Keeps an input, which has not been handled yet.
  mutating func take(_ input: KeyInput, at now: Int64) {
    line?.add(input)
    var time = passed
    if held.count == Filming.heldMax, let last = held.popLast() {
      time += last.passed
      line?.giveUp()
    }
    // Time that has passed and its instant come from one clock, read at two places.
    held.append(KeyRecording.Event(at: max(now, time), passed: time, input))
    passed = 0
  }

  /// How many inputs to an open line are held back; of a line with more, none is recorded.
  private static let heldMax = 65_536

  /// Writes what an input led to, unless a line is open; after a failure, which is thrown once, no
  /// more keys are kept.
  mutating func settle(_ model: Model) throws(CommandFailure) {
    guard let typing = model.typing else {
      defer { held = [] }
      guard let line else { return try write(held) }
      self.line = nil
      let hasSecret = line.hasSecret(model)
      // A failure of the film is met again with the next frame.
      append(frames.end(showing: !hasSecret))
      return hasSecret ? try writeStandIn(line, model) : try write(held)
    }
    if line == nil {
      // The key that opened the line.
      try write(held)
      held = []
      line = TypedLine(typing)
    }
    line?.add(typing)
  }

  /// Adds what the screen shows to the film; after a failure, which is thrown once, there is none.
  mutating func show(_ model: Model, at now: Int64) throws(CommandFailure) {
    guard film != nil else { return }
    if let typing = model.typing { line?.add(typing) }
    append(frames.show(model, at: now))
    if let failure {
      self.failure = nil
      throw failure
    }
  }

  /// Closes the files; a line that is open was not done.
  mutating func close(_ model: Model) {
    let hasSecret = line?.hasSecret(model) ?? false
    append(frames.end(showing: !hasSecret))
    // The console has ended: there is no screen to say a failure on.
    if !hasSecret { try? write(held) }
    keys?.close()
    film?.close()
  }

  /// Why the film ended, until that is said.
  private var failure: CommandFailure?

  private mutating func append(_ lines: String) {
    guard let film, !lines.isEmpty else { return }
    do {
      try film.append(lines)
    } catch {
      self.film = nil
      failure = error
    }
  }

  private mutating func write(
    _ events: [KeyRecording.Event], remark: String = ""
  ) throws(CommandFailure) {
    guard let keys, !events.isEmpty else { return }
    do {
      try keys.append(remark + events.map { $0.line + "\n" }.joined())
    } catch {
      self.keys = nil
      throw error
    }
  }

  /// Writes keys that type a line with stand-ins where one with a secret was typed, and the input
  /// that closed it; all the time that has passed comes before that.
  private mutating func writeStandIn(_ line: TypedLine, _ model: Model) throws(CommandFailure) {
    guard let last = held.last else { return }
    var events = held.dropLast().compactMap { event -> KeyRecording.Event? in
      guard case .resize = event.input else { return nil }
      return KeyRecording.Event(at: event.at, passed: 0, event.input)
    }
    let isDone = model.isAccepted(line.typing)
    if isDone {
      events += model.keys(typing: model.withoutSecrets(line.typing)).map {
        KeyRecording.Event(at: last.at, passed: 0, $0)
      }
    }
    let time = held.map(\.passed).reduce(0, +)
    events.append(KeyRecording.Event(at: max(last.at, time), passed: time, last.input))
    try write(events, remark: KeyRecording.remark(ofSecret: isDone))
  }
}
