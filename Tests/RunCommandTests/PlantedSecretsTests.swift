import Foundation
import ProgramSupport
import Reports
import Testing

/// Plants secrets of many kinds wherever a scenario takes something in, and looks for them in all
/// that the program prints or writes.
@Suite("Planted secrets")
struct PlantedSecretsTests {
  /// A kind of secret: how it is planted in free text, or under which name of JSON it stands.
  struct Kind: CustomTestStringConvertible, Sendable {
    var name: String
    /// The characters that must not come out anywhere.
    var secret: String
    /// The text that holds the secret; nil when only a name tells that it is one.
    var text: String?
    /// The member that holds the secret; nil when its shape tells what it is.
    var key: String?

    /// Whether it lets its holder in; addresses and numbers of people are secrets, too.
    var isCredential = true

    var testDescription: String { name }

    static func text(_ name: String, _ secret: String, in text: String = "%") -> Kind {
      Kind(name: name, secret: secret, text: text.replacing("%", with: secret), key: nil)
    }

    static func person(_ name: String, _ secret: String, in text: String) -> Kind {
      var kind = Kind.text(name, secret, in: text)
      kind.isCredential = false
      return kind
    }

    static func key(_ key: String, _ secret: String) -> Kind {
      Kind(name: "\(key) of JSON", secret: secret, text: nil, key: key)
    }
  }

  static let kinds: [Kind] = [
    .text(
      "JWT", "eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NksifQ.eyJpc3MiOiJkaWQ6ZXRocjoxIn0.c2lnbmF0dXJlLXg"),
    .text("bearer token", "q7RtZ2-plantedBearer", in: "Authorization: Bearer %"),
    .text("bearer token, small letters", "q8RtZ2-plantedbearer", in: "sent bearer % twice"),
    .text("basic credentials", "cGxhbnRlZDpodW50ZXIy", in: "Authorization: Basic %"),
    .person("e-mail address", "planted.person@mail.example.org", in: "write to % soon"),
    .person("telephone number", "+44 20 7946 0958", in: "call % now"),
    .person("national telephone number", "555-867-5309", in: "call % now"),
    .person("telephone number in parentheses", "(555) 867-5301", in: "call % now"),
    .text("token of a query", "plantedquery1", in: "https://a.example/x?token=%&page=2"),
    .text("access_token of a query", "plantedquery2", in: "https://a.example/x?a=1&access_token=%"),
    .text("api_key of a query", "plantedquery3", in: "see https://a.example/?api_key=% there"),
    .text("key of a query", "plantedquery4", in: "https://a.example/?q=1&key=%#part"),
    .text("signature of a query", "plantedquery5", in: "https://a.example/?sig=%"),
    .text("password of a URL", "plantedpass", in: "https://someone:%@a.example/x"),
    .text("user of a URL", "planteduser", in: "https://%@a.example/x"),
    .text("form", "plantedform", in: "password=%&name=x"),
    .text(
      "private key in PEM", "cGxhbnRlZA",
      in: #"-----BEGIN PRIVATE KEY-----\n%\n-----END PRIVATE KEY-----"#),
    .text("private key, cut off", "cGxhbnRlZC1jdXQ", in: #"-----BEGIN EC PRIVATE KEY-----\n%"#),
    .text(
      "private key in digits", "4a1d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a081",
      in: "with % now"),
    .text("key of AWS", "AKIAPLANTEDPLANTEDXX"),
    .text("key of Google", "AIzaPlantedSyD3mzKqLpWnXcVbRtYuIoPaGhJk"),
    .text("token of GitHub", "ghp_plantedSyD3mzKqLpWnXcVbRtYuIoPaGh"),
    .text("fine token of GitHub", "github_pat_11PLANTED_SyD3mzKqLpWnXcVb"),
    .text("token of Slack", "xoxb-1234567890-planted"),
    .text("key of Stripe", "sk_live_plantedSyD3mzKqLp"),
    .key("password", "planted-password"), .key("accessToken", "planted-access"),
    .key("refresh_token", "planted-refresh"), .key("api_key", "planted-api-key"),
    .key("X-Api-Key", "planted-x-api-key"), .key("Authorization", "planted-authorization"),
    .key("client_secret", "planted-client-secret"), .key("Set-Cookie", "planted-cookie"),
    .key("privateKey", "planted-private-key"), .key("pin", "73914682"),
  ]

  private static let formats = ReportFormat.allCases.map(\.rawValue)

  private static func quoted(_ text: String) -> String { "'\(text)'" }

  /// A scenario that takes the secret in at every place where one may stand.
  private static func scenario(_ kind: Kind) -> String {
    let text = quoted(kind.text ?? "plain")
    let member = kind.key.map { "'\($0)': \(quoted(kind.secret))" } ?? "note: \(text)"
    let isURL = kind.text?.hasPrefix("https://") ?? false
    let api = isURL ? text : "'https://api.test.example'"
    let shown = "title: \(text), body: \(text)"
    return """
      name: planted
      steps:
        - device: {setPermission: granted}
        - label: \(quoted("a label: " + (kind.text ?? "plain")))
          call: {configure: {ttlSeconds: 3600, \(member), nested: {list: [{\(member)}]}}}
        - soft: true
          call:
            configureNativeFetcher: {apiBaseUrl: \(api), activeDid: "did:ethr:0x1", \(member)}
        - device:
            scriptAPI:
              responses:
                - {status: 200, body: {id: a, \(shown), \(member), deep: [{\(member)}]}}
                - {status: 500, body: \(text)}
        - call:
            scheduleDailyNotification: {time: "05:53", \(shown), url: \(text), \(member)}
        - soft: true
          call: {scheduleDailyReminder: {id: r, \(shown), time: "06:30", \(member)}}
        - {soft: true, call: {scheduleDailyReminder: {id: s, \(shown), time: "99:99"}}}
        - {soft: true, expect: {pending: {includes: [{title: "no such title"}]}}}
        - advance: 20m
        - device: showCachedPayload
        - device: showRawResponse
        - device: showHistory
        - device: dumpPrefetchStatus
        - {soft: true, expect: {log: \(quoted("[DNP-STORAGE] Quarantined (\(kind.text ?? "x"))"))}}
        - advance: 2d
      """
  }

  @Test("there are twenty kinds at least, and the search finds each where it stands")
  func planted() {
    #expect(Self.kinds.count >= 20)
    #expect(Set(Self.kinds.map(\.secret)).count == Self.kinds.count)
    for kind in Self.kinds { #expect(Self.scenario(kind).contains(kind.secret)) }
  }

  /// The files of a folder with their content.
  private static func files(in folder: String) throws -> [(name: String, text: String)] {
    try FileManager.default.contentsOfDirectory(atPath: folder).sorted().map { name in
      let bytes = try Data(contentsOf: URL(filePath: "\(folder)/\(name)"))
      return (name, String(decoding: bytes, as: UTF8.self))
    }
  }

  @Test("none comes out of a run, its reports, why or diff", arguments: kinds)
  func ofRun(kind: Kind) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("planted.yaml", Self.scenario(kind))
    let out = try TemporaryFolder()
    let reports = Self.formats.flatMap { ["--report", "\($0)=\(out.path($0))"] }
    let run = try ProgramRun(
      ["run", "--log", path, "--bundle", folder.path("bundle")] + reports,
      environment: ["GITHUB_STEP_SUMMARY": out.path("summary")])
    #expect([0, 1].contains(run.code), "\(run.error)")
    var texts = [("run's output", run.output), ("run's error", run.error)]
    for name in out.names {
      texts.append(
        (name, String(decoding: try Data(contentsOf: URL(filePath: out.path(name))), as: UTF8.self))
      )
    }
    #expect(texts.count == Self.formats.count + 3)
    let bundle = try Self.files(in: folder.path("bundle/planted"))
    #expect(bundle.count == 6)
    texts += bundle
    for command in [
      ["why", "2025-11-15", "--scenario", path],
      ["diff", path, "assets/scenarios/first-run/happy-path.yaml"],
      ["run", "--dry-run", path], ["lint", path],
    ] {
      let other = try ProgramRun(command)
      texts.append((command[0], other.output + other.error))
    }
    for (name, text) in texts { #expect(!text.contains(kind.secret), "\(name)") }
  }

  @Test("none comes out of the console, its export or its saved scenario", arguments: kinds)
  func ofConsole(kind: Kind) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("planted.yaml", Self.scenario(kind))
    let (export, saved) = (folder.path("out.json"), folder.path("saved.yaml"))
    let run = try ProgramRun(
      ["console", "--plain", "--scenario", path, "--until", "15"],
      input: "advance 2d\nmessages\nexport \(export)\nsaveScenario \(saved)\n"
        + "bundle \(folder.path("bundle")) -- a note: \(kind.text ?? "plain")\n")
    #expect(!run.output.isEmpty)
    let bundle = try Self.files(in: folder.path("bundle"))
    #expect(bundle.count == 7)
    for (name, text) in bundle { #expect(!text.contains(kind.secret), "\(name)") }
    for name in folder.names where !["planted.yaml", "bundle"].contains(name) {
      let text = String(
        decoding: try Data(contentsOf: URL(filePath: folder.path(name))), as: UTF8.self)
      #expect(!text.contains(kind.secret), "\(name)")
    }
    #expect(folder.names.count == 4, "\(folder.names): \(run.error)")
    #expect(!run.output.contains(kind.secret) && !run.error.contains(kind.secret))
  }

  @Test("none comes out of parity, which names scenarios", arguments: ["text", "json", "markdown"])
  func ofParity(format: String) throws {
    let folder = try TemporaryFolder()
    let planted = Self.kinds.compactMap { kind in kind.text.map { (kind.secret, $0) } }
    #expect(planted.count > 20)
    for (number, kind) in planted.enumerated() {
      _ = try folder.write(
        "p\(number).yaml",
        """
        name: \(Self.quoted("planted: \(kind.1)"))
        platforms: [ios, android]
        steps: [{press: Check Permissions}]
        """)
    }
    let run = try ProgramRun(["parity", folder.url.path, "--format", format])
    #expect(run.output.ranges(of: "planted: ").count >= planted.count, "\(run.error)")
    for (secret, _) in planted { #expect(!(run.output + run.error).contains(secret), "\(secret)") }
  }

  @Test("no credential comes out of a session that a failed run is kept as", arguments: kinds)
  func ofKeptSession(kind: Kind) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("planted.yaml", Self.scenario(kind))
    let state = ["XDG_STATE_HOME": folder.path("state")]
    let run = try ProgramRun(["run", "--keep", path], environment: state)
    #expect(run.code == 1 && run.error.contains("kept as session run-planted"), "\(run.error)")
    let export = try ProgramRun(["sessions", "export", "run-planted", "-"], environment: state)
    #expect(export.code == 0 && export.output.contains("scheduleDailyNotification"))
    let shown = try ProgramRun(["sessions", "show", "run-planted"], environment: state)
    #expect(shown.code == 0)
    var texts = [("export", export.output), ("show", shown.output)]
    let files = try Self.files(in: folder.path("state/dnp"))
    texts += files.filter { $0.name.hasPrefix("run-planted") }
    #expect(texts.count > 2)
    // The journal has the words that the phone shows.
    #expect(export.output.contains(kind.secret) == !kind.isCredential)
    guard kind.isCredential else { return }
    for (name, text) in texts { #expect(!text.contains(kind.secret), "\(name)") }
  }

  @Test("none comes out of the bridge's state, trace, records and run summary", arguments: kinds)
  func ofBridge(kind: Kind) throws {
    let text = kind.text ?? "plain"
    let member = kind.key.map { #""\#($0)":"\#(kind.secret)""# } ?? #""note":"\#(text)""#
    let shown = #""title":"\#(text)","body":"\#(text)""#
    let script = #"{"status":200,"body":{\#(shown),\#(member)}},{"status":500,"body":"\#(text)"}"#
    let schedule = "scheduleDailyNotification"
    let requests = [
      ("$/events", #""on":true"#),
      ("device.perform", #""verb":"setPermission","value":"granted""#),
      ("plugin.call", #""method":"configure","options":{"ttlSeconds":3600,\#(member)}"#),
      ("device.perform", #""verb":"scriptAPI","responses":[\#(script)]"#),
      (
        "plugin.call",
        #""method":"\#(schedule)","options":{"time":"05:53",\#(shown),\#(member)}"#
      ),
      ("time.advance", #""by":1200000"#), ("device.perform", #""verb":"showCachedPayload""#),
      ("time.advance", #""by":200000000"#), ("state.get", ""), ("trace.get", #""limit":10000"#),
    ].map { method, parameters in #""method":"\#(method)","params":{\#(parameters)}"# }
    let lines = requests.enumerated().map {
      #"{"jsonrpc":"2.0","id":\#($0.offset),\#($0.element)}"#
    }
    let run = try ProgramRun(["bridge"], input: lines.joined(separator: "\n") + "\n")
    let replies = run.output.split(separator: "\n").filter { line in
      // The caller's own replies go out whole.
      !line.contains(#""id":2,"#) && !line.contains(#""id":4,"#)
    }
    #expect(replies.contains { $0.contains(#""id":9,"result""#) })
    for line in replies { #expect(!line.contains(kind.secret), "\(line.prefix(60))") }
  }
}
