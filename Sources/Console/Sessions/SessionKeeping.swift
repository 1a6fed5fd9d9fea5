/// Whether what is done outlives the program.
public enum SessionKeeping: Hashable, Sendable {
  /// Nobody asked for it: a session without a screen.
  case temporary
  /// It is written before it is shown.
  case kept
  /// It cannot be written: the session goes on in memory.
  case failing(reason: String)
  /// Another console has the session; this one shows what is done there.
  case following
  /// The stored records are not those that this version of the program makes.
  case disagreeing
  /// The session's file is damaged; what is whole of it is shown.
  case damaged

  /// Why nothing can be done to the phone; nil when it can.
  var refusal: String? {
    switch self {
    case .temporary, .kept, .failing: nil
    case .following:
      "read only until the other console ends; --session NAME begins another session"
    case .disagreeing:
      "read only: the stored records differ; :branch goes on from here in a branch of its own"
    case .damaged:
      "read only: the session's file is damaged; --session NAME begins another session"
    }
  }

  /// What the header says of it; nil where there is nothing to say.
  var mark: String? {
    switch self {
    case .temporary, .kept: nil
    case .failing: "NOT SAVED"
    case .following, .disagreeing: "READ ONLY"
    case .damaged: "DAMAGED"
    }
  }

  /// Why no branch can be begun or changed to; nil when one can.
  var refusalOfBranches: String? {
    switch self {
    case .temporary, .kept, .failing, .disagreeing: nil
    case .following, .damaged: refusal
    }
  }

  /// Whether what was pressed is lost when the program ends.
  var isLostAtEnd: Bool {
    switch self {
    case .temporary, .failing: true
    case .kept, .following, .disagreeing, .damaged: false
    }
  }
}
