import SimulationCore

/// What became of the device's power and lock.
public enum PowerRecord: Sendable {
  case changed(PowerMachine.State)
  /// The first unlock after a start made the app's stored data readable.
  ///
  /// Source: Apple, applicationProtectedDataDidBecomeAvailable(_:).
  case protectedDataAvailable

  var kind: RecordKind {
    switch self {
    case .changed: .phone
    case .protectedDataAvailable: .protectedDataAvailable
    }
  }

  func visitFields(_ visitor: inout some FieldVisitor) {
    switch self {
    case .changed(let state): visitor.field("state", state.rawValue)
    case .protectedDataAvailable: break
    }
  }
}
