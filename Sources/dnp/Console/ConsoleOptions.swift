import ArgumentParser
import CellGrid
import CivilTime
import Console
import DeviceModel
import Scenarios
import SessionStore

/// What a command line asks of the console.
struct ConsoleOptions: Equatable {
  var isPlain = false
  var isPaused = false
  var platform: DevicePlatform?
  var profile: CompatibilityProfile?
  var variant: DeviceVariant?
  var osVersion: String?
  var targetSdk: Int?
  var allowedFolders: [String] = []
  var session: String?
  var isNew = false
  var seed: UInt64?
  var zone: String?
  var start: String?
  var scenarios: [String] = []
  var scenario: String?
  var until: Int?
  var look = Look()
  var keyFile: String?
  var keyPlay = KeyPlay()
  var live = LiveTarget()
  var idleDescriptor: Int32?

  private static let defaultSession = "default"

  /// Throws a usage error where values are of no use, alone or together.
  func check() throws(CommandFailure) {
    _ = try deviceConfiguration()
    if let until {
      guard scenario != nil else { throw .usage("--until needs --scenario FILE") }
      guard until >= 1 else { throw .usage("--until counts steps from 1") }
    }
    if let session, !SessionFolder.isName(session) {
      throw .usage("--session: \(SessionStoreError.badName(session))")
    }
    try keyPlay.check()
    try live.check()
    if isPlain, keyPlay.isUsed {
      throw .usage("--plain has no keys to record or press; give it lines")
    }
    if keyPlay.replay != nil {
      guard !isPhoneGivenExceptKeys, session == nil, !isNew, !isPaused else {
        throw .usage(
          "--replay: the recording says which phone it is; give no session and no phone")
      }
    }
  }

  /// Runs the console until its end.
  func run() throws(CommandFailure) -> ExitCode {
    if live.isLive { try live.program.check() }
    var device = try deviceConfiguration()
    let keychain = try KeyOptions.keychain(ofFile: keyFile)
    device.keychain = keychain
    let led = try scenario.map { path throws(CommandFailure) in
      let loader = ScenarioLoader(
        platform: platform, profile: profile, allowedFolders: allowedFolders,
        keychain: keychain)
      let scenario = try loader.scenario(
        of: try InputFile.one(path, bytesMax: ScenarioFile.bytesMax))
      if let platform, scenario.configuration.platform != platform {
        throw .usage(
          "--platform \(platform.rawValue): \(path) is for "
            + "\(scenario.configuration.platform.title); leave --platform out")
      }
      return scenario
    }
    // What is named must be there; the console itself would only show an empty list.
    _ = try InputFile.files(at: scenarios)
    return isPlain ? try runPlain(device, led) : try runScreen(device, led)
  }

  private func shelf(_ device: DeviceConfiguration) -> ScenarioShelf {
    ScenarioShelf(paths: scenarios, allowedFolders: allowedFolders, keychain: device.keychain)
  }

  private func runPlain(
    _ device: DeviceConfiguration, _ scenario: Scenario?
  ) throws(CommandFailure) -> ExitCode {
    let appearance = Appearance(
      isColored: false, isASCII: look.isASCII || !StandardStreams.isUTF8)
    if let problem = ConsoleLoop<HeadlessTerminal>.zoneProblem() { throw problem }
    var setup = ConsoleSetup(
      device: device, appearance: appearance, size: CellSize(rows: 24, columns: 80),
      isPaused: true)
    setup.hasNetwork = true
    let keys = PersonalKeys.read()
    setup.bindings = keys.bindings
    for problem in keys.problems { StandardStreams.report("dnp: \(problem)\n") }
    var session = PlainSession(setup)
    var opening = scenario.map { session.begin($0, untilStep: until) } ?? []
    if live.isLive { opening += session.goLive() }
    var console = PlainConsole(
      session: session, shelf: shelf(device), network: live.requests(), opening: opening)
    return try console.run()
  }

  private func runScreen(
    _ device: DeviceConfiguration, _ scenario: Scenario?
  ) throws(CommandFailure) -> ExitCode {
    var screen = ConsoleScreen(
      device: device, isPhoneGiven: isPhoneGiven,
      session: session ?? ConsoleOptions.defaultSession, isNew: isNew || keyPlay.record != nil,
      isPaused: isPaused, look: look, shelf: shelf(device), idleDescriptor: idleDescriptor,
      live: live)
    screen.recordingPath = keyPlay.record
    screen.castPath = keyPlay.cast
    let isPaced = !keyPlay.isHeadless
    if let played = try keyPlay.recording(device.keychain) {
      screen.replayed = played
      screen.player = KeyPlayer(played, isPaced: isPaced)
    }
    if let keys = try keyPlay.keys() { screen.player = KeyPlayer(script: keys, isPaced: isPaced) }
    if keyPlay.isHeadless { screen.headlessSize = keyPlay.headlessSize(screen.replayed) }
    return try screen.run(scenario, untilStep: until)
  }

  /// Whether the command line says anything about the phone.
  private var isPhoneGiven: Bool { isPhoneGivenExceptKeys || keyFile != nil }

  private var isPhoneGivenExceptKeys: Bool {
    seed != nil || platform != nil || profile != nil || variant != nil || osVersion != nil
      || targetSdk != nil || zone != nil || start != nil
  }

  private func deviceConfiguration() throws(CommandFailure) -> DeviceConfiguration {
    var device = DeviceConfiguration(platform: platform ?? .ios)
    if let seed { device.seed = seed }
    if let profile { device.knobs = profile.applied(to: device.knobs) }
    if let variant {
      guard device.platform.variants.contains(variant) else {
        let known = device.platform.variants.map(\.rawValue).joined(separator: " or ")
        let other = DevicePlatform.allCases.first { $0.variants.contains(variant) }
        throw .usage(
          "--variant \(variant.rawValue): \(device.platform.title) has \(known)"
            + (other.map { "; with it goes --platform \($0.rawValue)" } ?? ""))
      }
      device.variant = variant
    }
    if let osVersion {
      guard device.platform.hasVersion(osVersion) else {
        let other = DevicePlatform.allCases.first { $0.hasVersion(osVersion) }
        throw .usage(
          "--os-version \(osVersion): \(device.platform.title) takes "
            + device.platform.versionWords
            + (other.map { "; with it goes --platform \($0.rawValue)" } ?? ""))
      }
      device.osVersion = osVersion
    }
    if let targetSdk {
      guard device.platform == .android else {
        throw .usage("--target-sdk: goes with --platform android")
      }
      let levels = DeviceConfiguration.targetSdks
      guard levels.contains(targetSdk) else {
        throw .usage(
          "--target-sdk \(targetSdk): takes an API level from \(levels.lowerBound) to "
            + "\(levels.upperBound)")
      }
      device.targetSdk = targetSdk
    }
    if let zone {
      do {
        device.zone = try Zone(identifier: zone)
      } catch {
        throw .usage("--zone: \(error.suggesting)")
      }
    }
    if let start {
      guard let time = ISO8601.parse(start) else {
        throw .usage("--start \(start): write it as 2026-03-29T00:30:00Z")
      }
      device.startMilliseconds = time
    }
    return device
  }
}

extension CommandFailure {
  /// A command line that says something of no use.
  static func usage(_ message: String) -> CommandFailure {
    CommandFailure(.validationFailure, message)
  }
}
