/// A large part that most phones do not have: it takes one pointer, and is copied when it changes.
struct Boxed<Value: Sendable>: Sendable {
  /// At most one value: an array is shared until it changes, and changes in place if nobody shares
  /// it.
  private var values: [Value]

  /// Holds nothing.
  init() { values = [] }

  /// Holds a value.
  init(_ value: Value) { values = [value] }

  /// Whether there is nothing.
  var isEmpty: Bool { values.isEmpty }

  /// The value; there has to be one.
  var value: Value {
    _read { yield values[0] }
    _modify { yield &values[0] }
  }
}
