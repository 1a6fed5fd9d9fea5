import SimulationCore

/// What became of the device's power and lock.
public enum PowerRecord: Sendable {
  case changed(PowerMachine.State)

  var kind: RecordKind {
    switch self {
    case .changed: .phone
    }
  }

  func visitFields(_ visitor: inout some FieldVisitor) {
    switch self {
    case .changed(let state): visitor.field("state", state.rawValue)
    }
  }
}
