/// The kinds of steps, each with the key that a file writes it with.
///
/// A new kind is a case here, what it reads in `StepReader`, and its definition in the schema; one
/// that does something new to a run is a case of `Step.Action` too.
enum StepKind: String, FileKey {
  case press
  case call
  case answer
  case advance
  case runToNextEvent
  case runUntilIdle
  case device
  case api
  case expect
  case expectNever
  case checkpoint

  /// The keys that may stand beside it.
  var keysBeside: [String] {
    let everywhere = ["label", "when", "redact"]
    return switch self {
    case .press, .call: everywhere + OutcomeKey.names + ["capture", "soft"]
    case .device: everywhere + OutcomeKey.names + ["soft"]
    case .answer, .api: everywhere + [OutcomeKey.refused.rawValue, "soft"]
    case .advance, .runToNextEvent, .runUntilIdle, .expect, .expectNever: everywhere + ["soft"]
    case .checkpoint: everywhere
    }
  }
}

/// How a press, call or verb has to end: the keys that stand beside it, one at most.
enum OutcomeKey: String, FileKey {
  case returns
  case rejects
  case refused
  case lost
  case waits
}
