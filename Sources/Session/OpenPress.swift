import DeviceModel

/// A press whose call has no reply yet.
struct OpenPress: Sendable {
  let call: Int
  /// Its index in the session's presses.
  let press: Int
  /// What is performed once the call is answered by a value.
  var rest: ArraySlice<Command>
}
