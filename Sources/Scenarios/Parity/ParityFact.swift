import PlainText

/// Something that is observed on both systems and compared.
public enum ParityFact: String, Hashable, Sendable, CaseIterable {
  case outcome
  case shown
  case fetched
  case drift
  case codeAtFireTime
  case prefetches
  case lateness
  case tokens
  case notModified
  case missed
  case pending
  case reach
  case recoveries
  case rejections

  /// The fact for the head of a table.
  public var title: String {
    switch self {
    case .outcome: "outcome"
    case .shown: "shown"
    case .fetched: "with fetched content"
    case .drift: "latest after its time"
    case .codeAtFireTime: "code at fire time"
    case .prefetches: "prefetches"
    case .lateness: "latest prefetch"
    case .tokens: "requests with a token"
    case .notModified: "answers 304"
    case .missed: "reported missed"
    case .pending: "pending at the end"
    case .reach: "pending reach"
    case .recoveries: "recoveries"
    case .rejections: "rejections"
    }
  }

  /// What was observed, to be read below the title.
  public func value(_ facts: ParityFacts) -> String {
    switch self {
    case .outcome: facts.outcome.rawValue
    case .shown: String(facts.shown)
    case .fetched: String(facts.fetched)
    case .drift: facts.driftMilliseconds.map { DurationText.text($0, zero: "0s") } ?? "none"
    case .codeAtFireTime: String(facts.codeRuns)
    case .prefetches: String(facts.prefetches)
    case .lateness: facts.latenessMilliseconds.map { DurationText.text($0, zero: "0s") } ?? "none"
    case .tokens: String(facts.tokens)
    case .notModified: String(facts.notModified)
    case .missed: String(facts.missed)
    case .pending: String(facts.pending)
    case .reach: facts.reachMilliseconds.map(DurationText.rough) ?? "none"
    case .recoveries: facts.recoveries.isEmpty ? "none" : facts.recoveries.joined(separator: "; ")
    case .rejections: facts.rejections.isEmpty ? "none" : facts.rejections.joined(separator: ", ")
    }
  }

  /// What was observed, as words that stand alone: `7 shown`.
  public func words(_ facts: ParityFacts) -> String {
    let value = value(facts)
    return switch self {
    case .outcome: value
    case .shown: "\(value) shown"
    case .fetched: "\(value) with fetched content"
    case .drift:
      switch facts.driftMilliseconds {
      case nil: "nothing late"
      case 0: "on time"
      case .some: "up to \(value) late"
      }
    case .codeAtFireTime: "code ran at \(value) of \(facts.shown)"
    case .prefetches: facts.prefetches.counted("prefetch", plural: "prefetches")
    case .lateness:
      switch facts.latenessMilliseconds {
      case nil: "none begun"
      case 0: "begun on time"
      case .some: "begun up to \(value) late"
      }
    case .tokens: facts.tokens.counted("request") + " with a token"
    case .notModified: facts.notModified.counted("answer") + " 304"
    case .missed: "\(value) reported missed"
    case .pending: "\(value) pending"
    case .reach: "as far as \(value) ahead"
    case .recoveries: facts.recoveries.isEmpty ? "no recovery" : "recovery \(value)"
    case .rejections: facts.rejections.isEmpty ? "no rejection" : "rejected: \(value)"
    }
  }
}
