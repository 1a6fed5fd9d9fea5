import DailyNotification
import LocatedYAML
import PlainText

/// Finds options of calls that their methods do not know.
///
/// The plugin passes them over with a line in the log, so that a misspelt one does nothing. A file
/// that expects this line with the option's name means it so.
struct UnknownOptions {
  /// The most options that are named; a generated file can have thousands.
  static let problemsMax = 100

  /// What the line in the log begins with, after its prefix.
  private static let line = "Unknown option ignored"

  private var problems: [YAMLProblem] = []
  /// Whether there are more than `problemsMax`.
  private var isMore = false
  /// The texts of the file that expect the line.
  private var expected: [String] = []

  /// What is found in a file, in its order.
  static func problems(_ root: YAMLNode) -> [YAMLProblem] {
    var search = UnknownOptions()
    search.note(root)
    search.visit(root)
    if search.isMore, let last = search.problems.popLast() {
      search.problems.append(
        last.adding(" (there are more than these \(UnknownOptions.problemsMax))"))
    }
    return search.problems
  }

  /// Notes the texts that expect the line.
  private mutating func note(_ node: YAMLNode) {
    switch node.content {
    case .scalar(let text, _): if text.contains(UnknownOptions.line) { expected.append(text) }
    case .list(let items): for item in items { note(item) }
    case .mapping(let entries): for entry in entries { note(entry.value) }
    }
  }

  /// Visits a file, a group of steps or a break: whatever has steps below a key.
  private mutating func visit(_ node: YAMLNode) {
    guard case .mapping(let entries) = node.content else { return }
    for entry in entries {
      switch entry.key {
      case "setup", "steps", "teardown", "breaks":
        guard case .list(let items) = entry.value.content else { continue }
        for item in items { visit(item) }
      case "repeat", "with": visit(entry.value)
      case "call": check(entry.value)
      default: continue
      }
    }
  }

  private mutating func check(_ call: YAMLNode) {
    guard case .mapping(let entries) = call.content else { return }
    if let name = entries.first(where: { $0.key == "method" }) {
      guard case .scalar(let text, _) = name.value.content,
        let options = entries.first(where: { $0.key == "options" })
      else { return }
      check(options.value, of: text)
    } else if let entry = entries.first {
      check(entry.value, of: entry.key)
    }
  }

  private mutating func check(_ options: YAMLNode, of name: String) {
    guard let method = PluginMethod(rawValue: name), case .mapping(let entries) = options.content
    else { return }
    let keys = entries.map(\.key)
    if method == .scheduleDailyNotification, !keys.contains("time"),
      let wrapped = entries.first(where: { $0.key == "options" })
    {
      return check(wrapped.value, of: name)
    }
    let isBareDual =
      [.scheduleDualNotification, .updateDualScheduleConfig].contains(method)
      && !keys.contains("config") && keys.contains(where: PluginMethod.dualParts.contains)
    check(entries, of: method, in: isBareDual ? ["config"] : [])
  }

  /// Checks the keys of the options, or of the option at a path in them.
  private mutating func check(
    _ entries: [YAMLNode.Entry], of method: PluginMethod, in path: [String]
  ) {
    guard let known = method.options(in: path)?.map(\.name) else { return }
    for entry in entries {
      if known.contains(entry.key) {
        guard case .mapping(let parts) = entry.value.content else { continue }
        check(parts, of: method, in: path + [entry.key])
      } else if !isExpected(entry.key) {
        guard problems.count < UnknownOptions.problemsMax else {
          isMore = true
          return
        }
        let near = Suggestion.nearest(to: entry.key, in: known)
        let remedy =
          near.map { "did you mean '\($0)'?" }
          ?? (known.isEmpty ? "it has none" : "its options: \(known.joined(separator: ", "))")
        let place = path.last.map { " in '\($0)'" } ?? ""
        problems.append(
          YAMLProblem(
            entry.place,
            "\(method.rawValue) has no option '\(entry.key.shortened())'\(place), "
              + "the plugin ignores it",
            remedy))
      }
    }
  }

  private func isExpected(_ key: String) -> Bool {
    expected.contains { $0.contains(key) }
  }
}
