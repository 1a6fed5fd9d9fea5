/// A value that is stored as a string and reads itself from it.
protocol StoredAsString {
  /// Reads a stored value; nil when it does not decode.
  init?(stored: String)
  /// The value as canonical JSON, as it is stored.
  var stored: String { get }
}

/// The value stored under a key as it was read last; it is parsed again only when it has changed.
///
/// The store of a phone that was never unlocked since its start reads as empty, so that what a
/// process read at its launch need not be all there is.
struct StoredCopy<Value: StoredAsString & Sendable>: Sendable {
  private let key: StorageKey
  private let name: String
  private var string: String?
  /// Shared, so that looking at one member copies nothing else.
  private(set) var shared: Shared<Value>?

  /// The value; nil while nothing is stored.
  var value: Value? { shared?.value }

  /// The copy of a key, with the name that a damaged value gets in the log.
  init(_ key: StorageKey, name: String) {
    self.key = key
    self.name = name
  }

  /// Reads the value again if it has changed; true if so.
  ///
  /// A value that does not decode is removed and logged.
  mutating func refresh(on platform: inout some StorageAccess & LogAccess) -> Bool {
    let stored = platform.string(key)
    guard stored != string else { return false }
    shared = stored.flatMap(Value.init).map(Shared.init)
    string = shared == nil ? nil : stored
    if stored != nil, shared == nil {
      platform.setValue(nil, for: key)
      platform.log(.quarantined(what: name))
    }
    return true
  }

  /// Writes the value and reads it back; false when it was not kept.
  ///
  /// `refresh` makes it the value of this copy.
  func store(_ value: Value, on platform: inout some StorageAccess & LogAccess) -> Bool {
    platform.store(.text(value.stored), for: key)
  }
}

/// A box that copies share, so that copying a large value costs one reference.
final class Shared<Value: Sendable>: Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }
}
