import JSONText

extension Plugin {
  /// Notifies the host of an event: its listeners, and each registered callback.
  mutating func notifyHost(_ event: HostEvent, on platform: inout Family.System) {
    callbacks.notify()
    platform.notifyHost(event)
  }

  /// Call 54: the host's function of that name gets every event from now on.
  mutating func registerCallback(
    _ options: JSONObject
  ) throws(Rejection) -> CallOutcome {
    let reader = OptionReader(options, of: .registerCallback)
    let id = try reader.required("id", reader.identifier)
    guard callbacks.register(id) else {
      throw .invalid(
        "id", expected: "one of at most \(HostCallbacks.maximum) callbacks", text: id)
    }
    return .reply([:])
  }

  /// Call 55: it gets none any more.
  mutating func unregisterCallback(
    _ options: JSONObject
  ) throws(Rejection) -> CallOutcome {
    let reader = OptionReader(options, of: .unregisterCallback)
    let id = try reader.required("id", reader.identifier)
    return .reply(["removed": .bool(callbacks.unregister(id))])
  }

  /// Call 56: the registered callbacks, and how many events each has had.
  func registeredCallbacks() -> JSONValue {
    [
      "callbacks": .array(
        callbacks.registered.map { ["id": .string($0.id), "events": .integer($0.events)] })
    ]
  }
}
