import DeviceModel
import JSONText
import Testing

@Suite("script of the content API")
struct ScriptReaderTests {
  private func script(_ responses: JSONValue) throws(VerbError) -> Command {
    try VerbTable.command(verb: "scriptAPI", parameters: ["responses": responses])
  }

  private func error(_ responses: JSONValue) -> String? {
    do throws(VerbError) {
      _ = try script(responses)
      return nil
    } catch {
      return error.description
    }
  }

  @Test("is read with every key, and has defaults for the others")
  func keys() throws {
    var full = ScriptedResponse()
    full.status = 503
    full.etag = "W/\"a\""
    full.body = .json(["title": "x"])
    full.delayMilliseconds = 90_000
    full.headers = [
      RawResponse.Header(name: "Vary", value: "*"), RawResponse.Header(name: "X-a", value: ""),
    ]
    full.isDropped = true
    full.isReset = true
    full.isTruncated = true
    full.isMalformed = true
    full.isOversized = true
    full.retryAfterSeconds = 5
    full.requiresToken = true
    full.refusesReused = true
    full.scheduledFor = "then"
    full.serverTime = .ahead(-5_400_000)
    full.times = 7
    var text = ScriptedResponse()
    text.body = .text("plain")
    let command = try script([
      [
        "status": 503, "etag": "W/\"a\"", "body": ["title": "x"], "delayMs": "1m30s",
        "headers": ["Vary": "*", "X-a": ""], "drop": true, "reset": true, "truncate": true,
        "malformed": true, "oversized": true, "retryAfterSeconds": 5,
        "requireToken": true, "refuseReused": true, "scheduledFor": "then",
        "serverTime": "-1h30m", "times": 7,
      ], [:], ["body": "plain", "delayMs": 0, "etag": nil],
    ])
    #expect(command == .scriptAPI([full, ScriptedResponse(), text]))
    #expect(try script([]) == .scriptAPI([]))
  }

  @Test(
    "says which response is wrong, and how",
    arguments: [
      ("x", "'scriptAPI' takes a list of at most 100 responses, not string"),
      (
        .array(Array(repeating: [:], count: 101)),
        "'scriptAPI' takes a list of at most 100 responses, not 101"
      ),
      ([[:], 5], "'scriptAPI' takes response 2: an object such as {status: 500}, not integer"),
      (
        [["stauts": 500]],
        "'scriptAPI' takes response 1: there is no 'stauts'; keys: status, etag, body, headers, "
          + "delayMs, drop, reset, truncate, malformed, oversized, retryAfterSeconds, "
          + "requireToken, refuseReused, scheduledFor, serverTime, times"
      ),
      (
        [["status": 99]],
        "'scriptAPI' takes response 1: 'status' takes a number from 100 to 599, not 99"
      ),
      (
        [["status": "200"]],
        "'scriptAPI' takes response 1: 'status' takes a number from 100 to 599, not string"
      ),
      ([["drop": 1]], "'scriptAPI' takes response 1: 'drop' takes true or false, not integer"),
      (
        [["delayMs": "2h"]],
        "'scriptAPI' takes response 1: 'delayMs' takes 0 to 3600000 ms or a duration up to 1h, "
          + "not string"
      ),
      (
        [["body": 5]],
        "'scriptAPI' takes response 1: 'body' takes an object, a list or a text, not integer"
      ),
      (
        [["etag": ""]],
        "'scriptAPI' takes response 1: 'etag' takes a text of 1 to 256 bytes, not string"
      ),
      (
        [["serverTime": "noon"]],
        "'scriptAPI' takes response 1: 'serverTime' takes a time such as 2025-11-15T06:00:00Z "
          + "or a duration such as -1h, not string"
      ),
    ] as [(JSONValue, String)])
  func problems(responses: JSONValue, text: String) {
    #expect(error(responses) == text)
  }

  /// A test of its own, because Swift Testing prints every argument, and this one is 1 MB.
  @Test("says how long a body may be")
  func longBody() {
    #expect(
      error([["body": .string(String(repeating: "x", count: 1_048_577))]])
        == "'scriptAPI' takes response 1: 'body' takes at most 1048576 bytes, not 1048577")
  }

  @Test(
    "enforces its limits",
    arguments: [
      ["headers": "x"], ["headers": ["a b": "x"]], ["headers": ["": "x"]], ["headers": ["a": 1]],
      ["headers": ["a": "x\ny"]], ["headers": ["a": .string(String(repeating: "x", count: 1025))]],
      ["headers": .object(JSONObject((0...16).map { ("h\($0)", "x") }))],
      ["times": 0], ["times": 1_000_001], ["retryAfterSeconds": -1], ["status": 600],
      ["retryAfterSeconds": 604_801], ["delayMs": 3_600_001], ["delayMs": -1],
      ["scheduledFor": .string(String(repeating: "x", count: 65))],
    ] as [JSONValue])
  func bounds(response: JSONValue) {
    #expect(error([response]) != nil)
  }
}
