import DailyNotification
import DeviceModel
import Scenarios

/// Something that a command line can begin with; made once, since each key looks at all of them.
struct KnownCommand: Sendable {
  /// What the line becomes when it is taken.
  let line: String
  /// What is shown.
  let title: String
  /// What it does, or which kind of thing it is.
  let detail: String
  /// What may be refused now; nil for what is judged only when it runs.
  let action: Action?
  /// Whether more has to be typed after it.
  let needsMore: Bool
  /// The platforms of the phones that have it.
  let platforms: [DevicePlatform]
  private let description: [UInt8]

  private init(
    line: String, title: String, detail: String, action: Action? = nil, needsMore: Bool = false,
    platforms: [DevicePlatform] = DevicePlatform.allCases
  ) {
    self.line = line
    self.title = title
    self.detail = detail
    self.action = action
    self.needsMore = needsMore
    self.platforms = platforms
    description = Array(detail.lowercased().utf8)
  }

  /// A line that another word stands for.
  init(synonym word: String, line: String) {
    self.init(
      line: line, title: "\(word) → \(line)", detail: "another word for it",
      needsMore: line.hasSuffix(" "))
  }

  /// Whether the description contains a string of lower-case bytes.
  func isDescribed(by wanted: [UInt8]) -> Bool { description.contains(wanted) }

  /// Buttons, commands, verbs and calls.
  static let names: [KnownCommand] = {
    let controls = ControlTable.rows.map {
      KnownCommand(
        line: $0.title, title: $0.title, detail: "button, \($0.group.rawValue)",
        action: .controls(.press($0.id)))
    }
    let commands = ConsoleVerb.allCases.map {
      named($0.rawValue, $0.parameter, $0.summary, needsMore: $0.needsArgument)
    }
    let verbs = VerbTable.rows.flatMap { row in
      let advices = row.platforms.map { (advice: row.advice(on: $0), platform: $0) }
      // One line where all phones take the same.
      guard Set(advices.map(\.advice)).count > 1 else {
        return [
          named(
            row.name, advices.first?.advice ?? "", row.act, needsMore: row.needsMore,
            platforms: row.platforms)
        ]
      }
      return advices.map {
        named(row.name, $0.advice, row.act, needsMore: row.needsMore, platforms: [$0.platform])
      }
    }
    let methods = PluginMethod.allCases.map { method in
      let keys = method.optionKeys.isEmpty ? "" : "[\(method.optionKeys[0])=…]"
      return named(method.rawValue, keys, "call \(method.number) of the plugin", needsMore: false)
    }
    return controls + commands + verbs + methods
  }()

  /// What has a key of the screen, by what it does.
  static func actions(_ bindings: Bindings) -> [KnownCommand] {
    bindings.named.map {
      KnownCommand(line: $0.label, title: $0.label, detail: "key \($0.text)", action: $0.action)
    }
  }

  private static func named(
    _ name: String, _ parameter: String, _ summary: String, needsMore: Bool,
    platforms: [DevicePlatform] = DevicePlatform.allCases
  ) -> KnownCommand {
    KnownCommand(
      line: needsMore ? name + " " : name,
      title: parameter.isEmpty ? name : "\(name) \(parameter)", detail: summary,
      needsMore: needsMore, platforms: platforms)
  }
}

extension [UInt8] {
  /// Whether it contains a string of bytes; as long as it takes to look once from each place.
  func contains(_ wanted: [UInt8]) -> Bool {
    guard let first = wanted.first else { return true }
    guard wanted.count <= count else { return false }
    return (0...count - wanted.count).contains { start in
      self[start] == first && self[start..<start + wanted.count].elementsEqual(wanted)
    }
  }
}
