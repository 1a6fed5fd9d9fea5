import CivilTime
public import DeviceModel
import JSONText
import SimulationCore

/// A phone's configuration as text for a journal, and back.
public enum ConfigurationText {
  /// The configuration as a JSON object.
  public static func text(_ configuration: DeviceConfiguration) -> String {
    let knobs: [(name: String, value: String)] = configuration.knobs.settings(
      on: configuration.platform)
    var json: JSONObject = [
      // As text, since not every 64-bit number survives a reader of doubles.
      "seed": .string(String(configuration.seed)),
      "variant": .string(configuration.variant.rawValue),
      "osVersion": .string(configuration.osVersion),
      "start": .integer(configuration.startMilliseconds),
      "zone": .string(configuration.zone.identifier),
      "uptime": .integer(configuration.uptimeMilliseconds),
      "knobs": .object(JSONObject(knobs.map { ($0.name, .string($0.value)) })),
      "permittedIdentifiers": .array(
        configuration.infoPlist.permittedIdentifiers.map(JSONValue.string)),
      "backgroundModes": .array(configuration.infoPlist.backgroundModes.map(JSONValue.string)),
      "isLaunchedAtStart": .bool(configuration.isLaunchedAtStart),
      "traceCapacity": .integer(Int64(configuration.traceCapacity)),
      "identities": .array(configuration.keychain.identities.map(JSONValue.string)),
    ]
    if configuration.platform != .ios {
      json["platform"] = .string(configuration.platform.rawValue)
      json["permissions"] = .array(
        configuration.androidManifest.permissions.map(JSONValue.string))
      json["receivers"] = .array(configuration.androidManifest.receivers.map(\.json))
      json["targetSdk"] = .integer(Int64(configuration.targetSdk))
    }
    return JSONValue.object(json).canonicalText
  }

  /// The identities of a text whose keys a keychain does not have, in the text's order.
  public static func identities(_ text: String, missingIn keychain: Keychain) -> [String] {
    let kept = (try? JSONParser.parse(text)).map { strings($0["identities"]) } ?? []
    return kept.filter { !keychain.identities.contains($0) }
  }

  /// The years 0 to 9999, in milliseconds since the Unix epoch.
  private static let startRange: ClosedRange<Int64> = -62_167_219_200_000...253_402_300_799_999
  private static let uptimeRange = 0...Device.instantMax.milliseconds

  /// The configuration of a text with a keychain, of which the text has no keys.
  ///
  /// A knob that the text does not name has its default.
  public static func configuration(
    _ text: String, _ keychain: Keychain
  ) throws(JournalText.Failure) -> DeviceConfiguration {
    let missing = identities(text, missingIn: keychain)
    guard missing.isEmpty else {
      throw JournalText.Failure(
        "the phone has a key of \(missing.joined(separator: ", ")), which is kept nowhere; "
          + "give it with --key-file")
    }
    guard let json = try? JSONParser.parse(text),
      let seed = json["seed"]?.stringValue.flatMap(UInt64.init),
      let variant = json["variant"]?.stringValue.flatMap(DeviceVariant.init),
      let osVersion = json["osVersion"]?.stringValue,
      let start = json["start"]?.integerValue,
      let zone = json["zone"]?.stringValue,
      let uptime = json["uptime"]?.integerValue, startRange.contains(start),
      uptimeRange.contains(uptime),
      let isLaunched = json["isLaunchedAtStart"]?.boolValue,
      let capacity = json["traceCapacity"]?.integerValue, (1...1 << 32).contains(capacity)
    else { throw JournalText.Failure("the phone's configuration cannot be read") }
    let platform = json["platform"]?.stringValue.flatMap(DevicePlatform.init) ?? .ios
    var configuration = DeviceConfiguration(platform: platform)
    if let receivers = json["receivers"]?.arrayValue {
      configuration.androidManifest = AndroidManifest(
        permissions: strings(json["permissions"]),
        receivers: receivers.compactMap(AndroidManifest.Receiver.init))
    }
    if let target = json["targetSdk"]?.integerValue.map(Int.init),
      DeviceConfiguration.targetSdks.contains(target)
    {
      configuration.targetSdk = target
    }
    configuration.seed = seed
    configuration.variant = variant
    configuration.osVersion = osVersion
    configuration.startMilliseconds = start
    configuration.uptimeMilliseconds = uptime
    configuration.isLaunchedAtStart = isLaunched
    configuration.traceCapacity = Int(capacity)
    configuration.keychain = keychain
    configuration.infoPlist = InfoPlist(
      permittedIdentifiers: strings(json["permittedIdentifiers"]),
      backgroundModes: strings(json["backgroundModes"]))
    do {
      configuration.zone = try Zone(identifier: zone)
    } catch {
      throw JournalText.Failure("the phone's zone '\(zone)': \(error)")
    }
    for knob in json["knobs"]?.objectValue?.members ?? [] {
      do {
        try configuration.knobs.set(knob.key, to: knob.value.stringValue ?? "")
      } catch {
        throw JournalText.Failure(error.description)
      }
    }
    return configuration
  }

  private static func strings(_ value: JSONValue?) -> [String] {
    (value?.arrayValue ?? []).compactMap(\.stringValue)
  }
}
