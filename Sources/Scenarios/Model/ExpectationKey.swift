/// Everything that can be expected, each with its key in scenario files.
///
/// A new expectation needs a case here, its parsing in `ExpectationReader`, a case of `Expectation`
/// with its check, and its definition in the schema.
enum ExpectationKey: String, FileKey {
  case status
  case pending
  case delivered
  case tasks
  case store
  case metric
  case log
  case logExactly
  case noLog
  case event
  case noEvent
  case invariants

  /// Whether `expectNever` accepts it; expectations of absence must not be negated.
  var canBeNever: Bool {
    switch self {
    case .status, .pending, .delivered, .tasks, .store, .metric, .log, .event: true
    case .logExactly, .noLog, .noEvent, .invariants: false
    }
  }
}

/// The parts of the plugin's store that can be expected.
enum StoreKey: String, FileKey {
  case values
  case schedules
  case contents
  case history
  case isFull
  case failingWrites
  case isReadable
}
