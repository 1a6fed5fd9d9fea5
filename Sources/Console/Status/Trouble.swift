import DailyNotification

/// Something that went wrong, until a later success mends it or the person has seen it.
struct Trouble: Hashable, Sendable {
  /// What has to succeed so that it is over.
  enum Origin: Hashable, Sendable {
    /// A call of the plugin, by its method.
    case call(String)
    case fetch
    case task
    case delivery
    case app
    /// Nothing does; only the person can take note of it.
    case other
  }

  /// How it stands.
  enum State: Hashable, Sendable {
    case open
    /// The same succeeded later, in milliseconds since the Unix epoch.
    case mended(Int64)
    /// The person has seen it.
    case seen
  }

  let origin: Origin
  let text: String
  let wallMilliseconds: Int64
  private(set) var state = State.open

  init(_ origin: Origin, _ text: String, at wallMilliseconds: Int64) {
    self.origin = origin
    self.text = text
    self.wallMilliseconds = wallMilliseconds
  }

  /// Something has succeeded; it is over when that is what went wrong.
  mutating func mend(_ origin: Origin, at wallMilliseconds: Int64) {
    if state == .open, origin == self.origin { state = .mended(wallMilliseconds) }
  }

  mutating func acknowledge() {
    if state == .open { state = .seen }
  }
}

extension Trouble.Origin {
  /// What a line of the log that reports an error is about.
  init(_ line: LogLine) {
    switch line.category {
    case .fetch: self = line == .prefetchFailed ? .fetch : .task
    case .plugin, .scheduler, .storage, .recovery, .dual, .identity, .power:
      self = .other
    }
  }
}
