import DeviceModel
import LocatedYAML

/// A question about both systems: what is promised, a scenario that asks it, and what to look at.
public struct ParityProbe: Hashable, Sendable {
  /// The tables of the report.
  public enum Table: String, Hashable, Sendable, CaseIterable {
    /// What the plugin does on both systems.
    case matrix
    /// What the plugin guarantees, and where it cannot.
    case guarantees
  }

  /// The table that it stands in.
  public let table: Table
  /// The question in a few words.
  public let title: String
  /// What is promised on an iPhone; nil where the system has no such thing.
  public let ios: String?
  /// What is promised on an Android phone.
  public let android: String
  /// The facts that answer it.
  public let facts: [ParityFact]
  /// The header's other lines and the steps.
  let yaml: String

  init(
    _ table: Table, _ title: String, ios: String?, android: String, _ facts: [ParityFact],
    _ yaml: String
  ) {
    self.table = table
    self.title = title
    self.ios = ios
    self.android = android
    self.facts = facts
    self.yaml = yaml
  }

  /// What every probe begins with: a person who allows everything.
  private static let head = """
    setup:
      - device: {setPermission: granted}
      - device: {setExactAlarm: granted}
        when: {platform: android}

    """

  /// The scenario on one system, with a version of the plugin; nil for this one.
  func scenario(
    on platform: DevicePlatform, _ keychain: Keychain, _ profile: CompatibilityProfile? = nil
  ) throws(LocatedError) -> Scenario {
    let text = "name: \(title)\nplatforms: [ios, android]\n" + ParityProbe.head + yaml
    let sources = ScenarioSources(
      keychain: keychain, platform: platform, profile: profile)
    return try ScenarioFile.parse(text, path: "parity", sources)
  }
}
