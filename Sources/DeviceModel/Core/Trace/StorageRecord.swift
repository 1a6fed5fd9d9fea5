import SimulationCore

/// What went wrong with what the app stores.
public enum StorageRecord: Sendable {
  case writeFailed(what: String)

  var kind: RecordKind {
    switch self {
    case .writeFailed: .writeFailed
    }
  }

  func visitFields(_ visitor: inout some FieldVisitor) {
    switch self {
    case .writeFailed(let what): visitor.field("what", what)
    }
  }
}
