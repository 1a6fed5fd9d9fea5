import DeviceModel

/// What holds on a row of states from a time on.
struct TimelineState: Hashable, Sendable {
  /// How it is drawn until the next state.
  enum Look: Hashable, Sendable {
    /// Nothing is drawn.
    case none
    /// A line, with the state's word where it begins.
    case line
    /// A line in the colour of something wrong, with the state's word where it begins.
    case trouble
    /// A low bar: the app is in the background.
    case low
    /// A high bar: the app is on the screen.
    case high
  }

  let time: Int64
  let sequence: UInt64
  let look: Look
  /// The state in a word or two.
  let word: String
}

extension TimelineState.Look {
  var glyph: Unicode.Scalar {
    switch self {
    case .none: " "
    case .line, .trouble: "─"
    case .low: "▁"
    case .high: "█"
    }
  }

  var role: Role {
    switch self {
    case .none, .line: .dim
    case .trouble: .error
    case .low: .dim
    case .high: .ok
    }
  }

  /// Whether the state's word stands where it begins.
  var hasWord: Bool {
    switch self {
    case .line, .trouble: true
    case .none, .low, .high: false
    }
  }

  /// The look of the app's process.
  init(_ state: ProcessMachine.State) {
    self = !state.isAlive ? .none : state.isOnScreen || state == .launching ? .high : .low
  }

  /// The look of the phone's power.
  init(_ state: PowerMachine.State) {
    switch state {
    case .off: self = .trouble
    case .beforeFirstUnlock, .locked, .unlocked: self = .line
    }
  }

  /// The look of a connection.
  init(_ condition: NetworkCondition) {
    switch condition {
    case .online: self = .line
    case .offline, .slow, .flaky: self = .trouble
    }
  }
}
