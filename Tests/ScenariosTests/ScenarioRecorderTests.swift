import CivilTime
import DailyNotification
import DeviceModel
import ES256K
import JSONText
import SimulationCore
import Testing

@testable import Scenarios

@Suite("Scenario recorder")
struct ScenarioRecorderTests {
  /// A session with a little of everything, chosen by a seed.
  private func session(_ seed: UInt64, presses: Int) throws -> InteractiveRun {
    var configuration = DeviceConfiguration()
    configuration.seed = seed
    configuration.variant = seed % 4 == 0 ? .simulator : .device
    configuration.keychain = Keychain(TestKeys.standard)
    // Some with another version of the plugin, and some with a choice of it.
    if seed % 3 == 0 {
      configuration.knobs = CompatibilityProfile.upstream.applied(to: configuration.knobs)
    }
    if seed % 5 == 0 { configuration.knobs.plugin.dualMode = .chained }
    var random = SeededGenerator(seed: seed, stream: "recorder")
    var run = InteractiveRun(name: "test", configuration: configuration)
    let verbs: [Command] = [
      .background, .foreground, .launch, .swipeAway, .systemTerminate, .reboot(isLocked: true),
      .reboot(isLocked: false), .unlock, .lock, .answerDialog(isAllowed: true),
      .answerDialog(isAllowed: false), .setPermission(.authorized), .setPermission(.denied),
      .warpClock(milliseconds: -3_600_000), .setNetwork(.offline), .setNetwork(.online),
      .setBattery(level: 15, isCharging: false), .failWrites(count: 2), .clearPending,
      .scriptAPI([]), .dismissDelivered(identifier: nil), .updateApp,
      .simulateTaskLaunch(identifier: TaskIdentifier.fetch),
      .call(method: "configure", options: ["ttlSeconds": 3600]),
      .call(method: "configure", options: ["apiServer": "https://api.test.example"]),
      .call(method: "scheduleDailyNotification", options: ["time": "25:00"]),
    ]
    for _ in 0..<presses {
      switch random.next() % 4 {
      case 0:
        let step = Int64(random.next() % 7_200_000)
        try run.advance(to: run.device.os.now.advanced(byMilliseconds: step))
      case 1:
        let command = verbs[Int(random.next() % UInt64(verbs.count))]
        _ = run.press(command, title: command.verb)
      default:
        let control = ControlTable.rows[Int(random.next() % UInt64(ControlTable.rows.count))]
        let commands = control.commands(on: run.device.os)
        guard control.refusal(on: run.device) == nil, !commands.isEmpty else { continue }
        _ = run.press(commands, title: control.title, isButton: true)
      }
    }
    try run.advance(to: run.device.os.now.advanced(byMilliseconds: 90_000_000))
    return run
  }

  private func replay(_ run: InteractiveRun, _ variables: [(name: String, value: String)] = [])
    throws -> (result: ScenarioResult, yaml: String)
  {
    let yaml = ScenarioRecorder.yaml(run.journal, name: "recorded", description: "A session.")
    let contents = LanguageRun(variables: variables).read(yaml)
    try #require(contents.errors.isEmpty, "\(contents.errors)\n\(yaml)")
    return (ScenarioRunner.run(contents.scenarios[0]), yaml)
  }

  @Test("replays any session to the same trace", arguments: 1...24)
  func same(seed: UInt64) throws {
    let run = try session(seed, presses: 80)
    let (result, yaml) = try replay(run)
    #expect(result.failures.filter { !$0.hasPrefix("invariant") } == [], "\(yaml)")
    #expect(result.traceHash == run.device.os.trace.hash.text)
    #expect(result.recordCount == run.device.os.trace.nextSequence)
    #expect(result.endInstant == run.device.os.now)
  }

  @Test("replays a long session, too")
  func long() throws {
    var run = try session(30, presses: 200)
    for command: Command in [.unlock, .setPermission(.authorized), .launch] {
      _ = run.press(command, title: command.verb)
    }
    _ = run.press(
      .call(method: "scheduleDailyNotification", options: ["time": "07:30"]), title: "call")
    try run.advance(to: run.device.os.now.advanced(byMilliseconds: 100 * 86_400_000))
    #expect(run.device.os.trace.nextSequence >= 1_000)
    #expect(try replay(run).result.traceHash == run.device.os.trace.hash.text)
  }

  @Test("the comparison finds a difference: one press less gives another trace")
  func different() throws {
    let run = try session(2, presses: 80)
    let journal = run.journal
    let less = Journal(
      configuration: journal.configuration, presses: Array(journal.presses.dropFirst()),
      end: journal.end)
    let yaml = ScenarioRecorder.yaml(less, name: "a", description: "b")
    let result = ScenarioRunner.run(try ScenarioFile.parse(yaml, path: "a.yaml"))
    #expect(result.traceHash != run.device.os.trace.hash.text)
  }

  @Test("a secret is not written; with it as a variable the trace is the same")
  func secret() throws {
    let token = "eyJhbGciOiJFUzI1NksifQ.eyJpc3MiOiJkaWQ6ZXRocjoweDEifQ.c2lnbmF0dXJlc2lnbmF0dXJl"
    let options: JSONObject = [
      "apiBaseUrl": "https://api.test.example", "activeDid": "did:ethr:0x1",
      "jwtToken": .string(token),
    ]
    var run = InteractiveRun(name: "test")
    _ = run.press(.call(method: "configureNativeFetcher", options: options), title: "call")
    let yaml = ScenarioRecorder.yaml(run.journal, name: "a", description: "b")
    #expect(!yaml.contains(token) && !yaml.contains("eyJ"))
    #expect(yaml.contains("run with -e DNP_SECRET_1="))
    #expect(LanguageRun().errors(yaml).first?.contains("'DNP_SECRET_1' is not set") == true)
    let (result, _) = try replay(run, [("DNP_SECRET_1", token)])
    #expect(result.traceHash == run.device.os.trace.hash.text)
  }

  @Test("an unusual name, unusual strings and an open dialog are written so that they parse")
  func odd() throws {
    var run = InteractiveRun(name: "test")
    let title = "\"quoted\" ${NOT} # no comment: \n\u{1F600} 'x' $$ \\"
    let options: JSONObject = ["time": "05:53", "title": .string(title)]
    _ = run.press(.call(method: "scheduleDailyNotification", options: options), title: "call")
    let yaml = ScenarioRecorder.yaml(run.journal, name: title, description: title)
    let contents = LanguageRun().read(yaml)
    try #require(contents.errors.isEmpty, "\(contents.errors)\n\(yaml)")
    let result = ScenarioRunner.run(contents.scenarios[0])
    #expect(result.failures == [])
    #expect(result.name == title)
    #expect(result.traceHash == run.device.os.trace.hash.text)
  }

  @Test("the phone's settings are written where they differ from the defaults")
  func header() throws {
    let yaml = """
      name: "a"
      seed: 18446744073709551615
      start: "2026-03-29T00:30:00Z"
      zone: Europe/London
      variant: simulator
      osVersion: "18.3"
      launch: false
      knobs: {taskLateness: never, deliveryDrift: none}
      infoPlist: {backgroundModes: [fetch], permittedIdentifiers: [a.b]}
      steps: [{device: launch}, {advance: 1d}]
      """
    let scenario = try ScenarioFile.parse(yaml, path: "a.yaml")
    var run = InteractiveRun(name: "test", configuration: scenario.configuration)
    _ = run.press(.launch, title: "launch")
    try run.advance(to: run.device.os.now.advanced(byMilliseconds: 86_400_000))
    let (result, _) = try replay(run)
    #expect(result.traceHash == run.device.os.trace.hash.text)
    #expect(result.traceHash == ScenarioRunner.run(scenario).traceHash)
  }

  /// What a manifest may lack: each permission, receiver and action, and some of them together.
  private static let manifests: [[String]] = {
    let standard = AndroidManifest.standard
    let receivers = standard.receivers.flatMap { [$0.name] + $0.actions }
    return (standard.permissions + receivers).map { [$0] }
      + [["BOOT_COMPLETED", "TIME_SET", "POST_NOTIFICATIONS"]]
  }()

  @Test("what the manifest lacks is kept, in the file and in the journal", arguments: manifests)
  func manifest(lacking names: [String]) throws {
    let header = "platform: android\nmanifest: {without: [\(names.joined(separator: ", "))]}\n"
    let scenario = try ScenarioFile.parse(
      "name: a\n\(header)steps: [runUntilIdle]", path: "a.yaml")
    let standard = DeviceConfiguration(platform: .android)
    #expect(scenario.configuration.androidManifest != standard.androidManifest)
    var run = InteractiveRun(name: "test", configuration: scenario.configuration)
    let call = Command.call(method: "scheduleDailyNotification", options: ["time": "08:00"])
    for command in [call, .reboot(isLocked: false)] {
      _ = run.press(command, title: command.verb)
    }
    try run.advance(to: run.device.os.now.advanced(byMilliseconds: 86_400_000))
    let (result, _) = try replay(run)
    #expect(result.traceHash == run.device.os.trace.hash.text)
    let text = ConfigurationText.text(scenario.configuration)
    #expect(
      try ConfigurationText.configuration(text, scenario.configuration.keychain)
        == scenario.configuration)
    // Another phone has another hash.
    #expect(run.result.setup.hash == result.setup.hash)
    let other = InteractiveRun(name: "test", configuration: standard)
    #expect(run.result.setup.hash != other.result.setup.hash)
  }

  @Test("what the app was built for and with is kept, in the file and in the journal")
  func build() throws {
    let scenario = try ScenarioFile.parse(
      "name: a\nplatform: android\ntargetSdk: 33\nmanifest: {with: [USE_EXACT_ALARM], without: "
        + "[SCHEDULE_EXACT_ALARM]}\nsteps: [runUntilIdle]", path: "a.yaml")
    let configuration = scenario.configuration
    #expect(configuration.targetSdk == 33)
    #expect(configuration.androidManifest.has(.useExactAlarm))
    #expect(!configuration.androidManifest.has(.scheduleExactAlarm))
    let text = ConfigurationText.text(configuration)
    #expect(try ConfigurationText.configuration(text, configuration.keychain) == configuration)
    let run = InteractiveRun(name: "test", configuration: configuration)
    let yaml = ScenarioRecorder.yaml(run.journal, name: "a", description: "b")
    #expect(try ScenarioFile.parse(yaml, path: "b.yaml").configuration == configuration, "\(yaml)")
    let other = InteractiveRun(
      name: "test", configuration: DeviceConfiguration(platform: .android))
    #expect(run.result.setup.hash != other.result.setup.hash)
  }

  @Test("a manifest that no file can name is said to be one")
  func otherManifest() {
    var configuration = DeviceConfiguration(platform: .android)
    configuration.androidManifest.permissions.append("android.permission.CAMERA")
    #expect(configuration.androidManifest.changes == nil)
    let run = InteractiveRun(name: "test", configuration: configuration)
    let yaml = ScenarioRecorder.yaml(run.journal, name: "a", description: "")
    #expect(yaml.contains("\n# The app's manifest is not assets/AndroidManifest.xml"))
  }

  @Test("every verb's parameters make the same verb again")
  func verbs() throws {
    let commands: [Command] = [
      .warpClock(milliseconds: -7_200_000), .setZone(.utc), .shiftDST, .launch, .swipeAway,
      .reboot(isLocked: false), .powerOn(isLocked: true), .answerDialog(isAllowed: true),
      .tapNotification(identifier: "a"), .dismissDelivered(identifier: nil),
      .dismissDelivered(identifier: "a"), .setPermission(.provisional),
      .setBackgroundRefresh(.restricted), .setLowPowerMode(isOn: true),
      .setBattery(level: 3, isCharging: nil), .setBattery(level: 3, isCharging: true),
      .setNetwork(.flaky), .setExactAlarm(isGranted: false),
      .setChannel(identifier: "a", ChannelSettings(importance: "low")), .setDoze(isOn: true),
      .restoreBackup(isEncrypted: true), .restoreBackup(isEncrypted: false),
      .setStandbyBucket(.restricted), .setHibernation(isOn: true),
      .setBatteryExemption(isOn: false),
      .setBackgroundRestricted(isOn: true), .tamperCache(.removed),
      .fillDisk(isOn: false), .failWrites(count: 7), .clearPending,
      .simulateTaskExpiration(identifier: "x"), .harness(.scheduleInMinutes(5)),
      .harness(.timeWarp(minutes: -3)), .harness(.showSnapshot),
      .tapNotification(identifier: "a", action: .later), .otherCode(.removeRequests(nil)),
      .otherCode(.removeRequests(["a"])), .otherCode(.cancelTask(nil)),
      .otherCode(.submitTask("t", afterMilliseconds: -5)), .otherCode(.requestAuthorization),
      .otherCode(.setAlarm("a", afterMilliseconds: 5)), .otherCode(.cancelAlarms(["a"])),
      .otherCode(.showNotification(OtherNotification(identifier: "a", channel: "c"))),
      .otherCode(.cancelNotifications(nil)), .otherCode(.cancelWork("w")),
      .otherCode(.setAlarm("a", afterMilliseconds: 5, hasSameIntent: true)),
      .otherCode(.enqueueWork("w", .keep, afterMilliseconds: 5)),
      .otherCode(.deleteChannel("c")),
      .otherCode(.registerTaskHandler("t")), .otherCode(.setDelegate(presents: true)),
      .otherCode(.completeTask("t", isSuccess: false)), .otherCode(.setCategories(["a"])),
      .otherCode(.setCategories([])), .otherCode(.setBadge(3, asIconNumber: false)),
      .otherCode(.setBadge(0, asIconNumber: true)),
      .otherCode(
        .createChannel(ChannelRequest(identifier: "c", name: "Channel", importance: 2))),
    ]
    let requests: [OtherRequest] = [
      OtherRequest(
        identifier: "a", trigger: .interval(milliseconds: 5, repeats: false), hasSound: false,
        badge: 2, interruption: .passive),
      OtherRequest(identifier: "a", trigger: .interval(milliseconds: 5, repeats: true)),
      OtherRequest(identifier: "a", trigger: .interval(milliseconds: -5, repeats: false)),
      OtherRequest(
        identifier: "a",
        trigger: .calendar(
          WallTime(date: CivilDate(year: 2025, month: 2, day: 3), hour: 4, minute: 5), zone: nil),
        title: "T", body: "B"),
      OtherRequest(
        identifier: "a", trigger: .daily(try #require(TimeOfDay("06:07")), zone: "Asia/Tokyo")),
    ]
    for command in commands + requests.map({ .otherCode(.addRequest($0)) }) {
      #expect(
        try VerbTable.command(verb: command.verb, parameters: command.parameters) == command)
    }
    let script = try VerbTable.command(
      verb: "scriptAPI",
      parameters: ["responses": [["status": 503, "retryAfterSeconds": 60, "times": 2], [:]]])
    #expect(try VerbTable.command(verb: "scriptAPI", parameters: script.parameters) == script)
  }

  @Test("a waiting call is expected to wait, and the scenario fails when it does not")
  func waits() throws {
    let waiting = try LanguageRun().result(
      "name: a\nsteps: [{call: requestNotificationPermissions, waits: true}]")
    #expect(waiting.failures == [])
    let answered = try LanguageRun().result("name: a\nsteps: [{call: configure, waits: true}]")
    #expect(answered.failures.first?.contains("expected no reply by the end") == true)
  }
}
