import DailyNotification
import ES256K
import Foundation
import JSONText
import PlainText
import ProgramSupport
import ProjectFiles
import Reports
import SimulationCore
import Synchronization
import Testing
import Tokens

/// Plants secrets in all that a live session takes in, and looks for them in all that it leaves.
@Suite("Secrets of a live session")
struct LiveSecretsTests {
  private static let count =
    SampleSize.of(3, long: 30)

  /// What is planted in a session.
  private struct Planted {
    let token: String
    let apiKey: String
    let password: String
    let key: String
    let accessToken: String
    let cookie: String
    let locationToken: String
    let variable: String
    /// In the query of the server's address.
    let addressToken: String
    let identity: String

    init(_ random: inout SeededGenerator) throws {
      func word(_ name: String) -> String {
        "\(name)-" + Hexadecimal.text((0..<9).map { _ in UInt8(random.below(256)) })
      }
      apiKey = word("apikey")
      password = word("password")
      accessToken = word("access")
      cookie = word("cookie")
      locationToken = word("location")
      variable = word("variable")
      addressToken = word("address")
      let bytes = (0..<32).map { _ in UInt8(random.below(256)) }
      key = Hexadecimal.text(bytes)
      let own = try #require(PrivateKey(bytes))
      let keys = TestKeys(own: own)
      identity = try #require(keys.identities.last)
      if random.below(3) == 0 {
        token = word("opaque")
        return
      }
      // 2025-11-15T05:42:30Z, the start of a simulated run, and a day.
      let signed = JSONWebToken.signed(
        issuer: identity, issuedAtSeconds: 1_763_185_350,
        expiresAtSeconds: 1_763_271_750 + Int64(random.below(1000)))
      let signature = try #require(keys.signature(of: Array(signed.utf8), by: identity))
      token = "\(signed).\(Base64.url.text(signature))"
    }

    /// What must be nowhere: of a JWT its signature, since its claims are no secret.
    var secrets: [String] {
      [
        String(token.split(separator: ".").last ?? ""), apiKey, password, key, accessToken,
        cookie, locationToken, variable, addressToken,
      ] + Planted.standardKeys
    }

    /// The keys that every phone has, as `TestKeys` derives them.
    static let standardKeys = [
      "ebc410c155936d2a942ac7b941e824b35bf981d80ca71a0f10110465f2f9d11c",
      "5c94855b7ed00516a56448fe90ab68d9529b287123744f914260100bef92784f",
      "d8aa23f5da17c15a50af4868229ad9c32d011b1b16004e5152be70a4e72a40c1",
    ]
  }

  /// A server that repeats the token wherever it can, and has secrets of its own.
  private static func server(_ planted: Planted) throws -> RecordingServer {
    let count = Counter()
    return try RecordingServer { head in
      let authorization = RecordingServer.header("Authorization", of: head) ?? "none"
      let time = RecordingServer.header("DNP-Scheduled-For", of: head) ?? "2025-11-15T06:00:00Z"
      let headers = [
        "ETag: \"tag-\(count.next())\"", "Set-Cookie: sid=\(planted.cookie)",
        "Location: https://a.example/x?token=\(planted.locationToken)",
        "Vary: Accept", "X-Echo: \(authorization)",
      ]
      switch count.value % 4 {
      case 1:
        return RecordingServer.json(
          "200 OK", headers,
          #"{"id":"a\#(count.value)","title":"T","body":"sent \#(authorization) twice","#
            + #""scheduled_for":"\#(time)","accessToken":"\#(planted.accessToken)","#
            + #""request":{"Authorization":"\#(authorization)"}}"#)
      case 2:
        return RecordingServer.json(
          "400 Bad Request", headers,
          #"{"error":{"code":"JWT_VERIFY_FAILED","message":"not \#(authorization)"}}"#)
      case 3:
        return RecordingServer.json("500 Oops", headers, "refused \(authorization) {")
      default:
        return RecordingServer.json("200 OK", headers, "access_token=\(planted.accessToken)")
      }
    }
  }

  private final class Counter: Sendable {
    private let state = Mutex(0)
    var value: Int { state.withLock { $0 } }
    func next() -> Int {
      state.withLock { number in
        number += 1
        return number
      }
    }
  }

  @Test("are in no output, no file and no process, and the server gets the token")
  func console() throws {
    for seed in 0..<LiveSecretsTests.count {
      var random = SeededGenerator(seed: UInt64(seed))
      let planted = try Planted(&random)
      let server = try LiveSecretsTests.server(planted)
      let (folder, keys) = (try TemporaryFolder(), try TemporaryFolder())
      let program = try LiveProgram(
        [
          "--plain", "--live", "--api", server.address, "--key-file",
          keys.write("key", planted.key),
        ], environment: ["DNP_NET": LiveRun.network, "SOME_API_KEY": planted.variable])
      try program.write(
        """
        Request Permissions
        answerDialog allow
        configure {"apiServer":"https://api.test.example/feed?token=\(planted.addressToken)",\
        "apiKey":"\(planted.apiKey)"}
        configureNativeFetcher {"apiBaseUrl":"https://api.test.example",\
        "activeDid":"\(planted.identity)","jwtToken":"\(planted.token)"}
        checkPermissionStatus {"password":"\(planted.password)"}
        Prefetch Only
        showRawResponse
        testEndorserAPI
        Prefetch Only
        showRawResponse
        Prefetch Only
        showCachedPayload
        testJWTGeneration
        messages
        export \(folder.path("export.json"))
        saveScenario \(folder.path("saved.yaml"))
        saveLog \(folder.path("saved.log"))
        bundle \(folder.path("bundle")) -- \(planted.token)

        """)
      #expect(program.waitForOutput("bundle written"), "\(program.errorText())")
      let processes = try LiveSecretsTests.processes(of: program.processID)
      #if os(Linux)
      // What is shown of the child are its arguments and its environment, both of them.
      #expect(processes.contains { $0.contains("dnp-net") && $0.contains("PATH=") })
      let arguments = LiveSecretsTests.shown(program.processID, ["cmdline"])
      #expect(arguments.contains("--key-file"))
      #else
      let arguments = "no arguments are shown here"
      #endif
      try program.closeInput()
      let output = String(decoding: program.rest(), as: UTF8.self) + program.errorText()
      // Each line was understood.
      #expect(!output.contains("there is no '"), "\(output)")
      let sent = server.requests.compactMap { RecordingServer.header("Authorization", of: $0) }
      // Once the server has refused it, the plugin makes tokens of its own.
      #expect(sent.count >= 3 && sent.prefix(2).allSatisfy { $0 == "Bearer \(planted.token)" })
      #expect(sent.allSatisfy { !SealedToken.isStandIn(String($0.dropFirst(7))) }, "\(sent)")
      let asked = server.requests.map { $0.prefix { $0 != "\r\n" && $0 != "\n" } }
      #expect(
        asked.allSatisfy { $0.hasPrefix("GET /feed/content?token=\(planted.addressToken) ") },
        "\(asked)")
      var texts = [("the output", output), ("the arguments", arguments)]
      texts += processes.map { ("a process", $0) }
      texts += try LiveSecretsTests.files(in: folder.url)
      // The API key was given first, the password fourth.
      LiveSecretsTests.requireMarks([1, 4], in: texts, ["saved.yaml", "export.json"])
      try LiveSecretsTests.require(
        texts, ["the output", "export.json", "saved.yaml", "saved.log", "bundle/"])
      try LiveSecretsTests.check(texts, planted, sent)
      try repeated(folder.path("saved.yaml"), planted)
    }
  }

  /// The saved scenario asks for a token that was left out, has what stands for each other secret,
  /// and runs without a network.
  private func repeated(_ path: String, _ planted: Planted) throws {
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let names = text.matches(of: /^# \$\{(\w+)\} is a secret/.anchorsMatchLineEndings())
    #expect(names.count == (planted.token.hasPrefix("eyJ") ? 1 : 0), "\(text)")
    #expect(text.contains("feed?token=(redacted "), "\(text)")
    let variables = names.flatMap { ["-e", "\($0.output.1)=x"] }
    let run = try ProgramRun(["run", path] + variables)
    #expect([0, 1].contains(run.code), "\(run.output)\(run.error)")
  }

  @Test("are in no report and no recording of a run, and the server gets the token")
  func run() throws {
    for seed in 0..<LiveSecretsTests.count {
      var random = SeededGenerator(seed: UInt64(1000 + seed))
      let planted = try Planted(&random)
      let server = try LiveSecretsTests.server(planted)
      let (folder, keys) = (try TemporaryFolder(), try TemporaryFolder())
      let scenario = try keys.write(
        "live.yaml",
        """
        name: live
        steps:
          - press: Request Permissions
          - answer: allow
          - call:
              configure:
                apiServer: "https://api.test.example/feed?token=\(planted.addressToken)"
                apiKey: "\(planted.apiKey)"
          - call:
              configureNativeFetcher:
                apiBaseUrl: "https://api.test.example"
                activeDid: "\(planted.identity)"
                jwtToken: "\(planted.token)"
          - {call: {checkPermissionStatus: {password: "\(planted.password)"}}}
          - press: Prefetch Only
          - runUntilIdle
          - device: showRawResponse
          - {soft: true, call: testEndorserAPI}
          - runUntilIdle
          - press: Prefetch Only
          - runUntilIdle
          - device: showRawResponse
          - {soft: true, expect: {metric: {dnp_prefetch_success_total: 99}}}

        """)
      let reports = ReportFormat.allCases.map(\.rawValue)
        .flatMap { ["--report", "\($0)=\(folder.path($0))"] }
      let run = try LiveRun.run(
        [
          "--live", "--api", server.address, "--log", "--key-file",
          keys.write("key", planted.key), scenario, "--record", folder.path("runs"),
        ] + reports)
      #expect([0, 1].contains(run.code), "\(run.output)\(run.error)")
      let sent = server.requests.compactMap { RecordingServer.header("Authorization", of: $0) }
      // Once the server has refused it, the plugin makes tokens of its own.
      #expect(sent.count >= 3 && sent.prefix(2).allSatisfy { $0 == "Bearer \(planted.token)" })
      #expect(sent.allSatisfy { !SealedToken.isStandIn(String($0.dropFirst(7))) }, "\(sent)")
      let asked = server.requests.map { $0.prefix { $0 != "\r\n" && $0 != "\n" } }
      #expect(
        asked.allSatisfy { $0.hasPrefix("GET /feed/content?token=\(planted.addressToken) ") },
        "\(asked)")
      let texts =
        try [("the output", run.output + run.error)]
        + LiveSecretsTests.files(in: folder.url)
      try LiveSecretsTests.require(
        texts, ["the output", "runs/live.yaml"] + ReportFormat.allCases.map(\.rawValue))
      // The phone itself got no more than what is recorded, so that it can be repeated.
      let recorded = texts.first { $0.0.hasSuffix("runs/live.yaml") }?.1 ?? ""
      #expect(recorded.contains(#"\"accessToken\":\"(redacted "#), "\(recorded)")
      try LiveSecretsTests.check(texts, planted, sent)
    }
  }

  /// The crash is a signal: the program is as whole as ever, but Swift writes its trace.
  @Test("are in no trace of a crash, of dnp or of dnp-net, and no core file is left")
  func crash() throws {
    var random = SeededGenerator(seed: 2000)
    let planted = try Planted(&random)
    let server = try LiveSecretsTests.server(planted)
    let (folder, keys) = (try TemporaryFolder(), try TemporaryFolder())
    let program = try LiveProgram(
      [
        "--plain", "--live", "--api", server.address, "--key-file",
        keys.write("key", planted.key),
      ],
      environment: [
        "DNP_NET": LiveRun.network, "SOME_API_KEY": planted.variable,
        "SWIFT_BACKTRACE": "enable=yes,color=no,interactive=no,threads=all,registers=all",
      ])
    try program.write(
      """
      Request Permissions
      answerDialog allow
      configure {"apiServer":"https://api.test.example/feed?token=\(planted.addressToken)",\
      "apiKey":"\(planted.apiKey)"}
      configureNativeFetcher {"apiBaseUrl":"https://api.test.example",\
      "activeDid":"\(planted.identity)","jwtToken":"\(planted.token)"}
      checkPermissionStatus {"password":"\(planted.password)"}
      Prefetch Only
      showRawResponse
      bundle \(folder.path("first"))

      """)
    #expect(program.waitForOutput("bundle written"), "\(program.errorText())")
    #if os(Linux)
    let children = try LiveSecretsTests.children(of: program.processID)
    #expect(!children.isEmpty)
    for process in children + [program.processID] {
      let limits = LiveSecretsTests.shown(process, ["limits"])
      #expect(limits.contains(#/Max core file size +0 +0 /#), "\(limits)")
    }
    for child in children { kill(child, SIGSEGV) }
    #endif
    try program.write("Prefetch Only\nbundle \(folder.path("second"))\n")
    #expect(program.waitForOutput("bundle written", times: 2), "\(program.errorText())")
    program.send(signal: SIGSEGV)
    try program.closeInput()
    let output = String(decoding: program.rest(), as: UTF8.self)
    let error = program.errorText()
    #expect(error.contains("crashed:") || error.contains("unable to locate swift-backtrace"))
    let sent = server.requests.compactMap { RecordingServer.header("Authorization", of: $0) }
    #expect(sent.first == "Bearer \(planted.token)")
    let texts =
      try [("the output", output), ("the trace", error)] + LiveSecretsTests.files(in: folder.url)
    try LiveSecretsTests.require(texts, ["the output", "the trace", "first/", "second/"])
    #expect(LiveSecretsTests.found(in: texts, planted.secrets).isEmpty)
  }

  @Test("include the keys that every phone has")
  func standardKeys() throws {
    for text in Planted.standardKeys {
      let key = try #require(Hexadecimal.bytes(text).flatMap(PrivateKey.init))
      // A tester's own key is added unless the phone has it.
      #expect(TestKeys(own: key).identities == TestKeys.standard.identities)
    }
  }

  @Test("would be found where they stand")
  func search() throws {
    var random = SeededGenerator(seed: 7)
    let planted = try Planted(&random)
    #expect(planted.secrets.count == 12 && planted.secrets.allSatisfy { $0.utf8.count >= 12 })
    #expect(Set(planted.secrets).count == planted.secrets.count)
    let folder = try TemporaryFolder()
    for (number, secret) in planted.secrets.enumerated() {
      for text in LiveSecretsTests.forms(of: secret) {
        #expect(LiveSecretsTests.found(in: [("x", "a\(text)b")], [secret]) == ["x"], "\(text)")
      }
      _ = try folder.write("n\(number)", "x\(secret)\nx")
    }
    let files = try LiveSecretsTests.files(in: folder.url)
    #expect(LiveSecretsTests.found(in: files, planted.secrets).count == 12)
    #expect(throws: Packed.self) {
      _ = try folder.write("a.gz", [0x1F, 0x8B, 8])
      _ = try LiveSecretsTests.files(in: folder.url)
    }
    let keys = try TemporaryFolder()
    let path = try keys.write("key", planted.key)
    let child = try LiveProgram(
      ["--plain", "--key-file", path], environment: ["SOME_API_KEY": planted.variable])
    try child.write("help\n")
    #expect(child.waitForOutput("advance"))
    #expect(try child.isListed(with: planted.variable))
  }

  /// Looks for what was planted, and for the signatures of tokens that the plugin has made; then
  /// plants each of them in each text and looks again.
  private static func check(
    _ texts: [(String, String)], _ planted: Planted, _ sent: [String]
  ) throws {
    let signatures = Set(sent.compactMap { $0.split(separator: ".").last }.map(String.init))
      .filter { $0.utf8.count == 86 && !planted.token.hasSuffix($0) }
    // The plugin has made tokens of its own.
    try #require(!signatures.isEmpty)
    let secrets = planted.secrets + signatures
    #expect(found(in: texts, secrets).isEmpty)
    for (number, text) in texts.enumerated() {
      let secret = secrets[number % secrets.count]
      let middle = text.1.index(text.1.startIndex, offsetBy: text.1.count / 2)
      let other = text.1[..<middle] + secret + text.1[middle...]
      #expect(found(in: [(text.0, String(other))], secrets) == [text.0])
    }
  }

  /// The texts in which one of the secrets stands, in any of its forms.
  private static func found(in texts: [(String, String)], _ secrets: [String]) -> [String] {
    let forms = secrets.flatMap(forms(of:))
    return texts.filter { text in forms.contains { text.1.contains($0) } }.map(\.0)
  }

  /// A secret as it is, in base64 wherever it may begin there, in an address, and backwards.
  private static func forms(of secret: String) -> [String] {
    let bytes = Array(secret.utf8)
    let packed = (0..<3).map { skipped in
      // What depends on bytes before and after it is left out.
      let text = Base64.url.text([UInt8](repeating: 0, count: skipped) + bytes)
      return String(text.dropFirst([0, 2, 3][skipped]).dropLast(3))
    }
    return [secret, String(secret.reversed())] + packed
  }

  /// Requires texts whose names begin so, none of them empty.
  private static func require(_ texts: [(String, String)], _ names: [String]) throws {
    for name in names {
      let some = texts.filter { $0.0.hasPrefix(name) }
      try #require(!some.isEmpty, "\(name) is missing: \(texts.map(\.0))")
      for text in some { #expect(!text.1.isEmpty, "\(text.0) is empty") }
    }
  }

  /// Requires that marks with these numbers stand for secrets, so that the text is about what was
  /// planted.
  private static func requireMarks(
    _ numbers: [Int], in texts: [(String, String)], _ names: [String]
  ) {
    for text in texts where names.contains(text.0) {
      for number in numbers {
        #expect(text.1.contains("(redacted \(number))"), "\(text.0): \(text.1)")
      }
    }
  }

  /// A file in which nothing can be looked for.
  private struct Packed: Error {
    let name: String
  }

  /// All files below a folder, with their content; throws for one that is packed.
  private static func files(in folder: URL) throws -> [(String, String)] {
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
    return try names.compactMap { name in
      let url = folder.appending(path: name)
      guard try url.resourceValues(forKeys: [.isDirectoryKey]).isDirectory != true else {
        return nil
      }
      let bytes = try Data(contentsOf: url)
      guard !bytes.starts(with: [0x1F, 0x8B]), !bytes.starts(with: Array("PK".utf8)) else {
        throw Packed(name: name)
      }
      return (name, String(decoding: bytes, as: UTF8.self))
    }
  }

  /// What `ps` can show of a process' children: arguments and environment.
  private static func processes(of parent: Int32) throws -> [String] {
    #if os(Linux)
    return try LiveSecretsTests.children(of: parent).map { LiveSecretsTests.shown($0) }
    #else
    return []
    #endif
  }

  private static func children(of parent: Int32) throws -> [Int32] {
    try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { Int32($0) }
      .filter { LiveSecretsTests.parent(of: $0) == parent }
  }

  private static func parent(of process: Int32) -> Int32? {
    let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
    let line = status?.split(separator: "\n").first { $0.hasPrefix("PPid:") }
    return line.flatMap { Int32($0.dropFirst(5).trimmingCharacters(in: .whitespaces)) }
  }

  fileprivate static func shown(
    _ process: Int32, _ names: [String] = ["cmdline", "environ"]
  ) -> String {
    names.map { name in
      let bytes = try? Data(contentsOf: URL(filePath: "/proc/\(process)/\(name)"))
      return String(decoding: bytes ?? Data(), as: UTF8.self)
    }.joined()
  }
}

extension LiveProgram {
  /// Whether the system shows a string of this process to its user.
  fileprivate func isListed(with text: String) throws -> Bool {
    #if os(Linux)
    return LiveSecretsTests.shown(processID).contains(text)
    #else
    return true
    #endif
  }
}
