public import JSONText

extension AndroidManifest.Receiver {
  /// The receiver as a JSON object.
  public var json: JSONValue {
    [
      "name": .string(name), "isDirectBootAware": .bool(isDirectBootAware),
      "actions": .array(actions.map(JSONValue.string)),
    ]
  }

  /// The receiver of a JSON object; nil when it is none.
  public init?(_ json: JSONValue) {
    guard let name = json["name"]?.stringValue,
      let isDirectBootAware = json["isDirectBootAware"]?.boolValue,
      let actions = json["actions"]?.arrayValue
    else { return nil }
    self.init(
      name: name, isDirectBootAware: isDirectBootAware, actions: actions.compactMap(\.stringValue))
  }
}
