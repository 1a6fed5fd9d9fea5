public import CivilTime

/// The platform of the simulated phone.
public enum DevicePlatform: String, Hashable, Sendable, CaseIterable {
  case ios
  case android

  /// The version of the system that a new phone has.
  public var defaultVersion: String {
    switch self {
    case .ios: "17.0"
    case .android: "34"
    }
  }

  /// The platform's name for people.
  public var title: String {
    switch self {
    case .ios: "iOS"
    case .android: "Android"
    }
  }

  /// The variants of phones that it has.
  public var variants: [DeviceVariant] {
    switch self {
    case .ios: [.device, .simulator]
    case .android: [.device, .emulator]
    }
  }

  /// What people call the place where notifications are shown.
  public var shadeTitle: String {
    switch self {
    case .ios: "Notification Center"
    case .android: "Notification shade"
    }
  }

  /// What people call the setting that saves power.
  public var powerSavingTitle: String {
    switch self {
    case .ios: "Low Power Mode"
    case .android: "Battery Saver"
    }
  }

  /// Whether a text is a version of the system: `17.0`, and of Android an API level.
  public func hasVersion(_ text: String) -> Bool {
    switch self {
    case .ios:
      let parts = text.split(separator: ".", omittingEmptySubsequences: false)
      return parts.count <= 3
        && parts.allSatisfy { part in
          part.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
            && Int(part).map { (0...99).contains($0) } ?? false
        }
    case .android: return Int(text).map { (26...36).contains($0) && String($0) == text } ?? false
    }
  }

  /// What a version of the system is called, and examples: `an API level such as 34`.
  public var versionWords: String {
    switch self {
    case .ios: "a version such as 17.0 or 18.3.1"
    case .android: "an API level from 26 to 36, such as 34"
    }
  }
}

/// The variant of the simulated phone.
public enum DeviceVariant: String, Hashable, Sendable, CaseIterable {
  case device
  /// The one that comes with Xcode.
  case simulator
  /// The one that comes with Android Studio: no Doze of its own, nothing late.
  case emulator
}

/// The initial state of a run; with the commands it decides the whole trace.
public struct DeviceConfiguration: Hashable, Sendable {
  /// The seed of every random stream.
  public var seed: UInt64 = 1
  /// The system that the phone runs.
  public private(set) var platform = DevicePlatform.ios
  /// A phone, or the simulator of its maker.
  public var variant = DeviceVariant.device
  /// The system's version.
  public var osVersion = "17.0"
  /// The wall clock when the run begins, ms since the Unix epoch: 2025-11-15T05:42:30Z.
  public var startMilliseconds: Int64 = 1_763_185_350_000
  /// The device's time zone.
  public var zone = Zone.utc
  /// The time since boot when the run begins, in milliseconds: 24 hours.
  public var uptimeMilliseconds: Int64 = 86_400_000
  /// The choices where the real system's behaviour is unknown.
  public var knobs = Knobs()
  /// Identifiers and background modes of the app.
  public var infoPlist = InfoPlist.standard
  /// Permissions and receivers of the app on Android.
  ///
  /// The standard one is read when it is first asked for: an iPhone's program never does.
  public var androidManifest: AndroidManifest {
    get { ownManifest ?? .standard }
    set { ownManifest = newValue == .standard ? nil : newValue }
  }
  private var ownManifest: AndroidManifest?
  /// The API level for which the app was built on Android, one of `targetSdks`.
  public var targetSdk = DeviceConfiguration.targetSdkDefault
  /// The keys that the app's keychain has at the start; no record shows them.
  public var keychain = Keychain()
  /// Whether the app is launched by a person at the start.
  public var isLaunchedAtStart = true
  /// The minimum number of records that the trace keeps.
  public var traceCapacity = 65_536

  /// The phone's system in words: `iOS 17.0`, `Android API 34`.
  public var systemTitle: String {
    switch platform {
    case .ios: "\(platform.title) \(osVersion)"
    case .android:
      "\(platform.title) API \(osVersion)"
        + (targetSdk == DeviceConfiguration.targetSdkDefault ? "" : ", target \(targetSdk)")
    }
  }

  /// The API levels for which an app may be built, and that of the test app.
  public static let targetSdks = 33...36
  public static let targetSdkDefault = 34

  /// What people call the place where notifications are shown.
  public var shadeTitle: String { platform.shadeTitle }

  /// A new phone with another system: seed, clock, zone and keys stay.
  public func onPlatform(_ platform: DevicePlatform) -> DeviceConfiguration {
    var other = DeviceConfiguration(platform: platform)
    other.seed = seed
    other.startMilliseconds = startMilliseconds
    other.zone = zone
    other.uptimeMilliseconds = uptimeMilliseconds
    other.keychain = keychain
    other.isLaunchedAtStart = isLaunchedAtStart
    other.traceCapacity = traceCapacity
    return other
  }

  /// Whether the system's version is at least another one, compared number by number.
  func isVersion(atLeast other: [Int]) -> Bool {
    let version = osVersion.split(separator: ".").map { Int($0) ?? 0 }
    return !version.lexicographicallyPrecedes(other)
  }

  /// The version of an Android system as a number; that of a new phone where it is none.
  public var apiLevel: Int { Int(osVersion) ?? 34 }

  /// Creates the configuration of a new phone: iOS 17.0 or Android 34, UTC, seed 1, app in the
  /// foreground.
  public init(platform: DevicePlatform = .ios) {
    self.platform = platform
    osVersion = platform.defaultVersion
  }
}
