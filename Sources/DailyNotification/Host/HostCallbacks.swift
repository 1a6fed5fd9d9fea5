/// The callbacks that the host has registered: they die with the process, as functions do.
struct HostCallbacks: Sendable {
  /// How many may be registered at once.
  static let maximum = 100

  /// Their names, in the order of their registration, and how many events each has had.
  private(set) var registered: [(id: String, events: Int64)] = []

  /// Registers a name, or begins to count anew; false when there are too many.
  mutating func register(_ id: String) -> Bool {
    unregister(id)
    guard registered.count < HostCallbacks.maximum else { return false }
    registered.append((id, 0))
    return true
  }

  /// Forgets a name; false when it is none.
  @discardableResult
  mutating func unregister(_ id: String) -> Bool {
    let count = registered.count
    registered.removeAll { $0.id == id }
    return registered.count < count
  }

  /// Each of them has had one more event.
  mutating func notify() {
    for index in registered.indices { registered[index].events += 1 }
  }
}
