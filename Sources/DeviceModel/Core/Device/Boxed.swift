/// A large part: it takes one pointer, and is copied when it changes while it is shared.
struct Boxed<Value: Sendable>: Sendable {
  /// At most one value: an array is shared until it changes, and changes in place if nobody shares
  /// it.
  private var values: [Value]

  /// Holds nothing.
  init() { values = [] }

  /// Holds a value.
  init(_ value: Value) { values = [value] }

  /// The value; there has to be one.
  var value: Value {
    _read { yield values[0] }
    _modify { yield &values[0] }
  }
}
