import SimulationCore

/// Which code of the app did something, or holds it.
public enum CodeOwner: String, Hashable, Sendable, CaseIterable {
  case plugin
  /// Another plugin, or the host.
  case other

  /// Shows whose act a record is; a record of the plugin's has no such field.
  func visit(_ visitor: inout some FieldVisitor) {
    if self == .other { visitor.field("by", rawValue) }
  }
}
