import DailyNotification
import DeviceModel
import LocatedYAML

/// Chooses what a step expects on the phone's system.
///
/// In what is expected, `{ios: 56, android: 2}` stands for 56 on an iPhone and for 2 on an Android
/// phone; what names only the other system is left out. A line about a background task is read as
/// the phone's system writes it.
struct SystemValues {
  let platform: DevicePlatform

  /// The keys of a step below which something is expected.
  private static let keys = ["expect", "expectNever", "returns", "rejects"]
  /// The keys of an expectation that list log lines.
  private static let lineKeys = [
    ExpectationKey.log, .logExactly, .noLog,
  ].map(\.rawValue)

  /// A step with what is expected on this system.
  func chosen(in step: YAMLNode) -> YAMLNode {
    guard case .mapping(let entries) = step.content,
      entries.contains(where: { SystemValues.keys.contains($0.key) })
    else { return step }
    let chosen = entries.compactMap { entry -> YAMLNode.Entry? in
      guard SystemValues.keys.contains(entry.key) else { return entry }
      return self.entry(entry)
    }
    return YAMLNode(place: step.place, content: .mapping(chosen))
  }

  private func entry(_ entry: YAMLNode.Entry) -> YAMLNode.Entry? {
    guard let value = chosen(entry.value) else { return nil }
    let isLines = SystemValues.lineKeys.contains(entry.key)
    return YAMLNode.Entry(
      key: entry.key, place: entry.place, value: isLines ? translated(value) : value)
  }

  /// A value for this system; nil when it is for the other one alone.
  private func chosen(_ node: YAMLNode) -> YAMLNode? {
    switch node.content {
    case .scalar: return node
    case .list(let items):
      return YAMLNode(place: node.place, content: .list(items.compactMap(chosen)))
    case .mapping(let entries):
      let systems = entries.map { DevicePlatform(rawValue: $0.key) }
      guard !systems.isEmpty, !systems.contains(nil) else {
        return YAMLNode(place: node.place, content: .mapping(entries.compactMap(entry)))
      }
      return entries.first { $0.key == platform.rawValue }.flatMap { chosen($0.value) }
    }
  }

  // MARK: Log lines

  /// The lines about background tasks, in the words of both systems.
  private static let pairs: [(ios: LogLine, android: LogLine)] = [
    (.taskScheduled, .workScheduled), (.taskStarted, .workStarted),
    (.taskCompleted, .workCompleted), (.taskExpired, .workExpired), (.taskMissed, .workMissed),
  ]

  /// Lines as Android writes them.
  private func translated(_ node: YAMLNode) -> YAMLNode {
    guard platform == .android else { return node }
    switch node.content {
    case .scalar(let text, let isPlain):
      return YAMLNode(
        place: node.place, content: .scalar(SystemValues.onAndroid(text), isPlain: isPlain))
    case .list(let items):
      return YAMLNode(place: node.place, content: .list(items.map(translated)))
    case .mapping: return node
    }
  }

  /// A line about a task of iOS, as Android writes it about work; any other line as it is.
  static func onAndroid(_ line: String) -> String {
    for (ios, android) in pairs {
      let (old, new) = (start(of: ios), start(of: android))
      if line.hasPrefix(old) { return new + line.dropFirst(old.count) }
    }
    return line
  }

  private static func start(of line: LogLine) -> String {
    line.category.prefix + " " + line.template.literals[0]
  }
}
