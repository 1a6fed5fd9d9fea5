public import DeviceModel

/// The walkthroughs that are built into the program; the same files are in `assets/scenarios`.
public enum BuiltInWalkthroughs {
  private static let files: [(path: String, bytes: [UInt8])] = [
    ("walkthroughs/1-launch.yaml", PackageResources.__launch_yaml),
    ("walkthroughs/2-plugin-status.yaml", PackageResources.__plugin_status_yaml),
    ("walkthroughs/3-schedule.yaml", PackageResources.__schedule_yaml),
    ("walkthroughs/4-simulate-the-task.yaml", PackageResources.__simulate_the_task_yaml),
    ("walkthroughs/5-delivery.yaml", PackageResources.__delivery_yaml),
    ("walkthroughs/6-permission-denied.yaml", PackageResources.__permission_denied_yaml),
    ("walkthroughs/7-errors.yaml", PackageResources.__errors_yaml),
    ("walkthroughs/8-new-activity.yaml", PackageResources.__new_activity_yaml),
    ("walkthroughs/9-reminders.yaml", PackageResources.__reminders_yaml),
    ("walkthroughs/10-recovery.yaml", PackageResources._0_recovery_yaml),
    ("walkthroughs/11-android.yaml", PackageResources._1_android_yaml),
  ]

  /// Their contents in order, for a phone with keys; parsed at each call.
  ///
  /// What is about one system is for its phone, all others for a phone of `platform`.
  public static func contents(
    _ keychain: Keychain, on platform: DevicePlatform = .ios
  ) -> [ScenarioContents] {
    files.map { file in
      ScenarioContents.read(on: platform) { platform in
        ScenarioFile.read(
          file.bytes, path: file.path, ScenarioSources(keychain: keychain, platform: platform))
      }
    }
  }
}

extension ScenarioContents {
  /// The content of a file for a phone of a platform, or for the file's own where it cannot run on
  /// that.
  public static func read(
    on platform: DevicePlatform, _ read: (DevicePlatform?) -> ScenarioContents
  ) -> ScenarioContents {
    let contents = read(platform)
    let isForIt = contents.scenarios.contains { scenario in
      !scenario.conditions.contains {
        if case .system = $0 { true } else { false }
      } && scenario.configuration.platform == platform
    }
    return isForIt ? contents : read(nil)
  }
}
