import DeviceModel
import JSONText

/// What a long request reports while it is carried out, and whether it has been cancelled.
struct BridgeProgress {
  private let id: RequestID?
  private var last: Int64

  /// The request begins now.
  init(_ id: RequestID?, _ shell: some BridgeShell) {
    self.id = id
    last = shell.elapsedMilliseconds()
  }

  /// Sends `$/progress` once a second; throws when the request is cancelled.
  mutating func report(
    _ reached: JSONObject, to shell: inout some BridgeShell
  ) throws(BridgeError) {
    if shell.isCancelled() { throw .cancelled(reached) }
    let now = shell.elapsedMilliseconds()
    guard let id, now - last >= BridgeLimits.progressMilliseconds else { return }
    last = now
    var parameters: JSONObject = ["id": id.json]
    for member in reached.members { parameters[member.key] = member.value }
    if let line = OutgoingLine.notification("$/progress", parameters) { shell.send(line) }
  }
}
