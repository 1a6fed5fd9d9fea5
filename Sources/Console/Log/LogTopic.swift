import DailyNotification
import Lines

/// What a line of the log is about: a category of the plugin, a reply, what a person saw, what the
/// tester or the system did.
///
/// Raw values are the categories of lines in the store.
enum LogTopic: Int, Hashable, Sendable, CaseIterable {
  case plugin
  case fetch
  case scheduler
  case storage
  case recovery
  case dual
  case identity
  case power
  /// The outcome of a call or of what the tester did.
  case reply
  /// A notification was shown, or was not.
  case shown
  /// What the tester did.
  case tester
  /// What the phone did.
  case system

  /// Its name in commands and in the title of the log.
  var name: String {
    switch self {
    case .plugin, .fetch, .scheduler, .storage, .recovery, .dual, .identity, .power:
      category?.rawValue ?? ""
    case .reply: "reply"
    case .shown: "shown"
    case .tester: "tester"
    case .system: "system"
    }
  }

  /// The plugin's category; nil for what the plugin did not write.
  var category: LogCategory? {
    switch self {
    case .plugin: .plugin
    case .fetch: .fetch
    case .scheduler: .scheduler
    case .storage: .storage
    case .recovery: .recovery
    case .dual: .dual
    case .identity: .identity
    case .power: .power
    case .reply, .shown, .tester, .system: nil
    }
  }

  /// Whether its lines below a warning are hidden until they are asked for.
  var isOfSystem: Bool {
    switch self {
    case .system: true
    case .plugin, .fetch, .scheduler, .storage, .recovery, .dual, .identity, .power, .reply,
      .shown, .tester:
      false
    }
  }

  /// The colour of its lines' marks.
  var role: Role {
    switch self {
    case .plugin: .plugin
    case .fetch: .fetch
    case .scheduler: .scheduler
    case .storage: .storage
    case .recovery: .recovery
    case .dual: .dual
    case .identity: .identity
    case .power: .power
    case .reply: .reply
    case .shown: .text
    case .tester: .tester
    case .system: .dim
    }
  }

  /// What the command takes that hides and shows categories.
  static let words = allCases.map(\.name) + ["all"] + allCases.map { "only \($0.name)" }

  /// The topic of a category of the plugin.
  init(_ category: LogCategory) {
    switch category {
    case .plugin: self = .plugin
    case .fetch: self = .fetch
    case .scheduler: self = .scheduler
    case .storage: self = .storage
    case .recovery: self = .recovery
    case .dual: self = .dual
    case .identity: self = .identity
    case .power: self = .power
    }
  }
}
