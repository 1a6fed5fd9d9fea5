/// The kinds of steps, each with its key in scenario files.
///
/// A new kind needs a case here, its parsing in `StepReader`, and its definition in the schema; one
/// that does something new in a run also needs a case of `Step.Action`.
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

  /// The keys allowed beside it.
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

/// The expected outcome of a press, call or verb: at most one of these keys is beside it.
enum OutcomeKey: String, FileKey {
  case returns
  case rejects
  case refused
  case lost
  case waits
}
