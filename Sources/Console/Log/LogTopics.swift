import DailyNotification
import Lines
import PlainText

/// The categories that the lines of a log have, by the numbers of the store.
struct LogTopics: Hashable, Sendable {
  /// A category of lines.
  struct Row: Hashable, Sendable {
    let name: String
    /// Whether its lines below a warning are hidden unless what others did is shown.
    let isOfSystem: Bool
    /// The topic of the plugin's own lines; nil for another program's.
    let topic: LogTopic?
  }

  private(set) var rows: [Row]

  /// The categories of the phone's log.
  static let phone = LogTopics(
    rows: LogTopic.allCases.map { topic in
      Row(name: topic.name, isOfSystem: topic.isOfSystem, topic: topic)
    })

  /// The number of a name; nil for an unknown one.
  func number(of name: String) -> Int? { rows.firstIndex { $0.name == name } }

  /// The topic of a line's category.
  func topic(_ category: Int) -> LogTopic? {
    rows.indices.contains(category) ? rows[category].topic : nil
  }

  /// The number of another program's lines; those of the last number where there is no room.
  mutating func number(ofProgram name: String) -> Int {
    if let known = number(of: name) { return known }
    guard rows.count < LineKind.categoryCount - 1 else {
      let others = "other programs"
      if rows.count < LineKind.categoryCount {
        rows.append(Row(name: others, isOfSystem: true, topic: nil))
      }
      return rows.count - 1
    }
    rows.append(Row(name: name, isOfSystem: true, topic: nil))
    return rows.count - 1
  }
}
