/// The variables that are visible in a part of a file.
struct VariableScope {
  private var values: [String: Variable] = [:]
  /// The names, in the order in which they were first set.
  private(set) var names: [String] = []

  /// The value of a name.
  subscript(name: String) -> Variable? { values[name] }

  /// Sets a variable, replacing an earlier one of the same name.
  mutating func set(_ name: String, _ value: Variable) {
    if values.updateValue(value, forKey: name) == nil { names.append(name) }
  }

  /// Sets all variables of another scope.
  mutating func set(_ other: VariableScope) {
    for name in other.names {
      if let value = other[name] { set(name, value) }
    }
  }
}
