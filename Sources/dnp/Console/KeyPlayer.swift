import CellGrid
import Console

/// Presses the keys of a recording or of a script, each at its time or as soon as it is taken.
struct KeyPlayer {
  /// The keys and their instants.
  private let events: [KeyRecording.Event]
  /// Whether each key waits for its instant, as a person sees it on a terminal.
  let isPaced: Bool
  /// Whether the phone's time is that of the recording; a script has none.
  private let isTimed: Bool
  private var next = 0
  /// How much of the time before the next event has passed for the phone, in microseconds.
  private var spent: Int64 = 0
  /// When the last event was, in microseconds since the start.
  private(set) var time: Int64 = 0

  /// The time between two keys of a script, in microseconds, as a film shows them.
  private static let scriptMicroseconds: Int64 = 250_000

  /// Plays a recording.
  init(_ recording: KeyRecording, isPaced: Bool) {
    events = recording.events
    self.isPaced = isPaced
    isTimed = true
  }

  /// Presses the keys of a script.
  init(script keys: [Key], isPaced: Bool) {
    events = keys.enumerated().map { place, key in
      KeyRecording.Event(
        at: Int64(place + 1) * KeyPlayer.scriptMicroseconds, passed: 0, .key(key))
    }
    self.isPaced = isPaced
    isTimed = false
  }

  /// Whether everything was pressed.
  var isOver: Bool { next == events.count }

  /// How long the next key waits, in microseconds.
  func wait(now: Int64) -> Int64 {
    isPaced && !isOver ? max(0, events[next].at - now) : 0
  }

  /// How much of a duration of the host passes for the phone, in microseconds.
  mutating func passed(of elapsed: Int64) -> Int64 {
    // Without a person watching, all of it passes before the next key.
    guard isPaced else { return 0 }
    guard isTimed else { return elapsed }
    guard !isOver else { return 0 }
    let passed = min(elapsed, events[next].passed - spent)
    spent += passed
    return passed
  }

  /// The next input, and how much time has to pass before it, in microseconds.
  mutating func take() -> (input: KeyInput, passed: Int64) {
    let event = events[next]
    let rest = max(0, event.passed - spent)
    next += 1
    spent = 0
    time = event.at
    return (event.input, rest)
  }
}
