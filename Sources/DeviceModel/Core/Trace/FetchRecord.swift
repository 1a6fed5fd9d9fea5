import SimulationCore

/// What became of the app's fetches.
public enum FetchRecord: Sendable {
  /// A fetch began; without a summary it needs no network.
  case started(number: Int, FetchSummary?)
  case cancelled(number: Int)
  indirect case ended(number: Int, FetchResult)

  var kind: RecordKind {
    switch self {
    case .started: .fetchStarted
    case .cancelled: .fetchCancelled
    case .ended: .fetchEnded
    }
  }

  func visitFields(_ visitor: inout some FieldVisitor) {
    switch self {
    case .started(let number, let summary):
      visitor.field("number", Int64(number))
      summary?.visitFields(&visitor)
    case .cancelled(let number): visitor.field("number", Int64(number))
    case .ended(let number, let result):
      visitor.field("number", Int64(number))
      result.visitFields(&visitor)
    }
  }
}
