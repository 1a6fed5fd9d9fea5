/// The parts of the app's AndroidManifest.xml about permissions and receivers.
///
/// Source: Android, "App manifest overview", <uses-permission> and <receiver>.
/// Not modelled: binary manifests, manifests of libraries (WorkManager's is taken as merged),
/// entities other than the five predefined ones.
public struct AndroidManifest: Hashable, Sendable {
  /// A permission that the app can ask for.
  public enum Permission: String, Hashable, Sendable, CaseIterable {
    case receiveBootCompleted = "android.permission.RECEIVE_BOOT_COMPLETED"
    case scheduleExactAlarm = "android.permission.SCHEDULE_EXACT_ALARM"
    case useExactAlarm = "android.permission.USE_EXACT_ALARM"
    case postNotifications = "android.permission.POST_NOTIFICATIONS"
    case internet = "android.permission.INTERNET"
    case requestIgnoreBatteryOptimizations =
      "android.permission.REQUEST_IGNORE_BATTERY_OPTIMIZATIONS"

    /// The name without what all of them begin with: `USE_EXACT_ALARM`.
    public var shortName: String { rawValue.replacing("android.permission.", with: "") }
  }

  /// A receiver that the app declares.
  public struct Receiver: Hashable, Sendable {
    /// The name of its class, without the dot of an abbreviated one.
    public let name: String
    /// Whether it can run before the first unlock.
    public let isDirectBootAware: Bool
    /// The actions of its intent filters.
    public let actions: [String]

    /// Describes a receiver.
    public init(name: String, isDirectBootAware: Bool, actions: [String]) {
      self.name = name
      self.isDirectBootAware = isDirectBootAware
      self.actions = actions
    }
  }

  /// The names of its `<uses-permission>` elements.
  public var permissions: [String]
  /// Its `<receiver>` elements.
  public var receivers: [Receiver]

  /// Creates it from its two lists.
  public init(permissions: [String], receivers: [Receiver]) {
    self.permissions = permissions
    self.receivers = receivers
  }

  /// The test app's own file, `assets/AndroidManifest.xml`, as built into the program.
  public static let standard: AndroidManifest = {
    do {
      return try AndroidManifest(
        xml: String(decoding: PackageResources.TestAppManifest_xml, as: UTF8.self))
    } catch {
      preconditionFailure("assets/AndroidManifest.xml: \(error)")
    }
  }()

  /// Whether the app asks for a permission.
  public func has(_ permission: Permission) -> Bool { permissions.contains(permission.rawValue) }

  /// The manifest with one more permission whose name ends so; nil when it has it, or there is
  /// none.
  public func with(_ name: String) -> AndroidManifest? {
    guard
      let permission = Permission.allCases.map(\.rawValue).first(where: {
        $0 == name || $0.hasSuffix(".\(name)")
      }), !permissions.contains(permission)
    else { return nil }
    var larger = self
    larger.permissions.append(permission)
    return larger
  }

  /// The manifest without a permission, a receiver or an action whose name ends so; nil when it
  /// has none.
  public func without(_ name: String) -> AndroidManifest? {
    let isNamed = { (other: String) in other == name || other.hasSuffix(".\(name)") }
    let smaller = AndroidManifest(
      permissions: permissions.filter { !isNamed($0) },
      receivers: receivers.filter { !isNamed($0.name) }.map { receiver in
        Receiver(
          name: receiver.name, isDirectBootAware: receiver.isDirectBootAware,
          actions: receiver.actions.filter { !isNamed($0) })
      })
    return smaller == self ? nil : smaller
  }

  /// The names that `with` adds to the standard manifest, and `without` takes out of it, to make
  /// this one.
  ///
  /// Nil where the manifests differ in any other way.
  public var changes: (with: [String], without: [String])? {
    let standard = AndroidManifest.standard
    let added = permissions.filter { !standard.permissions.contains($0) }
    var names = standard.permissions.filter { !permissions.contains($0) }
    for receiver in standard.receivers {
      guard let own = receivers.first(where: { $0.name == receiver.name }) else {
        names.append(receiver.name)
        continue
      }
      names += receiver.actions.filter { !own.actions.contains($0) }
    }
    let smaller = names.reduce(standard) { manifest, name in manifest.without(name) ?? manifest }
    let made = added.reduce(smaller) { manifest, name in manifest.with(name) ?? manifest }
    return made == self ? (added, names) : nil
  }
}

extension AndroidManifest.Receiver {
  /// The receiver as the first record of a run has it.
  var words: String { isDirectBootAware ? "\(name) (direct boot)" : name }
}
