/// The kinds of steps, each with its key in scenario files.
///
/// A new kind needs a case here, its parsing in `StepReader`, and its definition in the schema; one
/// that does something new in a run also needs a case of `Step.Action`.
package enum StepKind: String, FileKey {
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

  /// What it does, in a sentence.
  package var summary: String {
    switch self {
    case .press: "Presses a button of the test app."
    case .call: "Calls a method of the plugin."
    case .answer: "Answers the system dialog."
    case .advance: "Lets time pass: 6m, {by: 1h30m} or {to: time}."
    case .runToNextEvent: "Lets time pass up to the next event."
    case .runUntilIdle: "Runs until nothing is in flight."
    case .device: "Does something to the phone."
    case .api: "What the content API answers from now on, in order; the last one for ever."
    case .expect: "Checks the phone."
    case .expectNever: "Checks that something does not happen."
    case .checkpoint: "Asks a person; dnp run skips it."
    }
  }

  /// The keys allowed beside it.
  package var keysBeside: [String] {
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
package enum OutcomeKey: String, FileKey {
  case returns
  case rejects
  case refused
  case lost
  case waits

  /// What it says, in a sentence.
  package var summary: String {
    switch self {
    case .returns: "The call's value matches in all that is listed."
    case .rejects: "The call is rejected: a word, or parts of the rejection."
    case .refused: "The phone refuses it, for this reason."
    case .lost: "The app's process ends before the reply."
    case .waits: "The call has no reply by the end."
    }
  }
}
