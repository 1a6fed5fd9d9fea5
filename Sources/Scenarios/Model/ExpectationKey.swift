/// Everything that can be expected, each with its key in scenario files.
///
/// A new expectation needs a case here, its parsing in `ExpectationReader`, a case of `Expectation`
/// with its check, and its definition in the schema.
package enum ExpectationKey: String, FileKey {
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

  /// What it expects, in a sentence.
  package var summary: String {
    switch self {
    case .status: "Parts of the phone's state."
    case .pending: "Pending requests: a number, the items in order of time, or {count, includes}."
    case .delivered: "What Notification Center shows: a number, the items, or {count, includes}."
    case .tasks: "Pending background tasks: a number, the items, or {count, includes}."
    case .store: "What the plugin has stored."
    case .metric: "Counters of the plugin."
    case .log: "Lines that were logged so far, in this order; others may stand between."
    case .logExactly: "The lines at info and above so far are exactly these; [] for none."
    case .noLog: "Lines of which none was logged so far."
    case .event: "Records that were written so far, in this order; others may stand between."
    case .noEvent: "Records of which none was written so far."
    case .invariants: "No invariant has broken."
    }
  }

  /// Whether `expectNever` accepts it; expectations of absence must not be negated.
  package var canBeNever: Bool {
    switch self {
    case .status, .pending, .delivered, .tasks, .store, .metric, .log, .event: true
    case .logExactly, .noLog, .noEvent, .invariants: false
    }
  }
}

/// The parts of the plugin's store that can be expected.
package enum StoreKey: String, FileKey {
  case values
  case schedules
  case contents
  case history
  case isFull
  case failingWrites
  case writesBeforeFailing
  case isReadable

  /// What it is, in a sentence.
  package var summary: String {
    switch self {
    case .values: "Single values by their keys."
    case .schedules: "The stored schedules."
    case .contents: "The stored contents."
    case .history: "What is remembered of notifications that were shown or missed."
    case .isFull: "Whether the disk is full."
    case .failingWrites: "How many more writes fail."
    case .writesBeforeFailing: "How many writes succeed before they fail."
    case .isReadable: "Whether the store can be read now."
    }
  }
}
