import CivilTime
import DailyNotification
import DeviceModel
import JSONText
import PlainText
import Session
import SimulationCore

extension BridgeSession {
  /// Starts a new phone after all parameters were checked; open calls are lost.
  mutating func configure(_ parameters: ParameterReader) throws(BridgeError) -> JSONValue {
    var configuration = try DeviceConfiguration(
      parameters, standard: platform, plugin)
    configuration.keychain = session.device.os.configuration.keychain
    replies += openCalls.loseAll("session.configure started a new phone")
    var observer = BridgeObserver()
    observer.sendsEvents = session.observer.sendsEvents
    session = BridgeSession.session(configuration, observer)
    return ["traceHash": .string(session.device.os.trace.hash.text)]
  }
}

extension DeviceConfiguration {
  /// The phone of a request; `standard` is its platform, and `plugin` its version of the plugin,
  /// where the request names none.
  fileprivate init(
    _ parameters: ParameterReader, standard: DevicePlatform, _ plugin: PluginChoices
  ) throws(BridgeError) {
    self.init(platform: try parameters.word("platform", DevicePlatform.self) ?? standard)
    if let seed = try parameters.seed() { self.seed = seed }
    if let variant = try parameters.word("variant", DeviceVariant.self) {
      guard platform.variants.contains(variant) else {
        let known = platform.variants.map(\.rawValue).joined(separator: " or ")
        throw .wrong(
          "'variant' must be \(known) on \(platform.title), got '\(variant.rawValue)'; give "
            + "'platform' too")
      }
      self.variant = variant
    }
    if let version = try parameters.version(of: platform) { osVersion = version }
    if let target = try parameters.targetSdk(of: platform) { targetSdk = target }
    if let start = try parameters.time("start") { startMilliseconds = start }
    if let zone = try parameters.zone() { self.zone = zone }
    knobs.plugin = plugin
    if let profile = try parameters.word("profile", CompatibilityProfile.self) {
      knobs = profile.applied(to: knobs)
    }
    try parameters.readKnobs(into: &knobs, of: platform)
    if let isLaunched = try parameters.flag("launch") { isLaunchedAtStart = isLaunched }
  }
}

extension ParameterReader {
  /// A 64-bit number: a JSON number up to 2⁵³, a decimal string beyond.
  fileprivate func seed() throws(BridgeError) -> UInt64? {
    let exact: ClosedRange<Int64> = 0...9_007_199_254_740_992
    guard case .string(let text)? = value("seed") else {
      return try integer("seed", in: exact).map(UInt64.init)
    }
    guard let seed = UInt64(text), String(seed) == text else {
      throw .wrong(
        "'seed' as text must be a whole number from 0 to \(UInt64.max), got "
          + "'\(text.shortened())'")
    }
    return seed
  }

  fileprivate func version(of platform: DevicePlatform) throws(BridgeError) -> String? {
    guard let text = try text("osVersion", bytesMax: 16) else { return nil }
    guard platform.hasVersion(text) else {
      throw .wrong("'osVersion' must be \(platform.versionWords), got '\(text.shortened())'")
    }
    return text
  }

  fileprivate func targetSdk(of platform: DevicePlatform) throws(BridgeError) -> Int? {
    let range = DeviceConfiguration.targetSdks
    let levels = Int64(range.lowerBound)...Int64(range.upperBound)
    guard let target = try integer("targetSdk", in: levels) else { return nil }
    guard platform == .android else {
      throw .wrong("'targetSdk' belongs to Android; give 'platform' too")
    }
    return Int(target)
  }

  fileprivate func zone() throws(BridgeError) -> Zone? {
    guard let text = try text("zone", bytesMax: 64) else { return nil }
    do {
      return try Zone(identifier: text)
    } catch {
      throw .wrong("'zone': \(error)")
    }
  }

  fileprivate func readKnobs(
    into knobs: inout Knobs, of platform: DevicePlatform
  ) throws(BridgeError) {
    guard let object = try object("knobs") else { return }
    for (name, value) in object.members {
      guard let word = value.knobText, word.utf8.count <= 64, name.utf8.count <= 64 else {
        throw .wrong("knob '\(name.shortened())' must be one short word")
      }
      do {
        try knobs.set(name, to: word, on: [platform])
      } catch {
        throw .wrong("\(error)")
      }
    }
  }
}

extension JSONValue {
  /// A knob's value as one text: an object has its keys and values in order, a list its items.
  fileprivate var knobText: String? {
    switch self {
    case .string(let text): text
    case .integer(let number): String(number)
    case .object(let object):
      object.members.map { member in
        if case .bool(let flag) = member.value { return "\(member.key) \(flag)" }
        return "\(member.key) \(member.value.knobText ?? "?")"
      }.joined(separator: ", ")
    case .array(let items):
      items.allSatisfy { $0.stringValue != nil }
        ? items.compactMap(\.stringValue).joined(separator: " ") : nil
    case .null, .bool, .number: nil
    }
  }
}
