/// The profiles of `assets/log-profiles`, as built into the program.
public enum BuiltInProfiles {
  /// Their names, in the order in which they are checked and shown.
  public static var names: [String] { all.map(\.name) }

  /// The profiles.
  public static let all: [LogProfile] = [
    ("first-run", PackageResources.first_run_yaml), ("prefetch", PackageResources.prefetch_yaml),
    ("delivery", PackageResources.delivery_yaml), ("recovery", PackageResources.recovery_yaml),
    ("dual", PackageResources.dual_yaml), ("android-fire", PackageResources.android_fire_yaml),
    ("rollover", PackageResources.rollover_yaml),
  ].map { name, bytes in
    do {
      return try ProfileFile.parse(bytes, path: "assets/log-profiles/\(name).yaml")
    } catch {
      preconditionFailure("\(error)")
    }
  }

  /// The profile with a name.
  public static func profile(named name: String) -> LogProfile? {
    all.first { $0.name == name }
  }
}
