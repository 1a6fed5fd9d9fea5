extension JSONValue {
  /// An integer, or null.
  public init(integerOrNull number: Int64?) {
    self = number.map(JSONValue.integer) ?? .null
  }
}
