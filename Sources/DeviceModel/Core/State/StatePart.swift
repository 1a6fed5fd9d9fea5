/// The parts of a phone's state that can be asked for by name, in the order of the documentation.
public enum StatePart: String, Hashable, Sendable, CaseIterable {
  case clocks
  case process
  case settings
  case pending
  case delivered
  case tasks
  case storage
  case identities
  case telemetry
  case snapshot
}
