import CivilTime
import JSONText
import Testing

@testable import DailyNotification
@testable import DeviceModel

/// The network under control of the test, and the plugin's fetches.
extension Phone {
  /// Content in the API's format.
  static func payload(
    _ title: String, for time: String, body: String = "From the server."
  ) -> String {
    JSONValue.object([
      "id": "n1", "title": .string(title), "body": .string(body), "scheduled_for": .string(time),
    ]).canonicalText
  }

  /// Runs plugin code and returns the requests that it made; the script answers them.
  func requests(
    of body: (inout DevicePlugin, inout OperatingSystem) -> Void
  ) throws -> [ContentRequest] {
    device.os.network.setLive(isOn: true)
    device.withPlugin(body)
    device.os.network.setLive(isOn: false)
    check()
    let awaited = device.os.network.awaited
    for fetch in awaited {
      _ = device.os.network.endAwaited(fetch.number)
      let answer = device.os.network.answer(
        fetch.request, at: fetch.times, device.os.configuration.keychain.keys)
      device.os.scheduleEnd(of: fetch.number, answer)
    }
    return awaited.map(\.request)
  }

  /// Makes a call and returns the fetches that it started.
  func requests(ofCall method: String, _ options: JSONObject = [:]) throws -> [ContentRequest] {
    let call = PluginCall(
      number: device.os.traffic.nextCall(), method: method, options: options)
    return try requests { $0.handle(call, on: &$1) }
  }

  /// Starts a prefetch by hand and returns the fetches that it started.
  func prefetchRequest() throws -> ContentRequest {
    try #require(try requests { $0.prefetchNow(on: &$1) }.first)
  }

  /// Ends the fetch of the latest endpoint test.
  func answerEndpoint(_ outcome: FetchOutcome) throws {
    let number = try #require(device.app?.plugin.identity.endpointTests.last).number
    device.withPlugin { plugin, os in plugin.fetchEnded(number, outcome, on: &os) }
    check()
  }

  func answerEndpoint(_ status: Int, _ body: String = "", etag: String? = nil) throws {
    try answerEndpoint(
      .response(status: status, body: Array(body.utf8), etag: etag, retryAfterSeconds: nil))
  }

  /// A time as the plugin's replies format it.
  static func time(_ text: String) -> JSONValue {
    ISO8601.parse(text).map(JSONValue.integer) ?? .null
  }
}
