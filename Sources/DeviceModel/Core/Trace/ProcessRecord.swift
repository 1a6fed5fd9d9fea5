import SimulationCore

/// What became of the app's process.
public enum ProcessRecord: Sendable {
  case changed(ProcessMachine.State)
  case crashed(reason: String)

  var kind: RecordKind {
    switch self {
    case .changed: .process
    case .crashed: .crashed
    }
  }

  func visitFields(_ visitor: inout some FieldVisitor) {
    switch self {
    case .changed(let state): visitor.field("state", state.rawValue)
    case .crashed(let reason): visitor.field("reason", reason)
    }
  }
}
