import DailyNotification

extension LogProfile.Condition {
  /// Whether a line says so, or hides what it says.
  func holds(_ entry: LogEntry) -> Bool { holds(entry.field(field)) }

  /// Whether a line of a pass says so, or hides what it says.
  func holds(_ line: SequencePass.Occurrence) -> Bool {
    holds(line.fields.first { $0.name == field }?.text)
  }

  private func holds(_ text: String?) -> Bool {
    text == self.text || text == LineTable.hidden.description
  }
}

extension LogProfile.Match {
  /// Whether a line of the log is meant.
  func holds(_ entry: LogEntry, _ line: LogEvent) -> Bool {
    lines.contains(line) && conditions.allSatisfy { $0.holds(entry) }
  }

  /// Whether a line of a pass is meant.
  func holds(_ line: SequencePass.Occurrence) -> Bool {
    lines.contains(line.line) && conditions.allSatisfy { $0.holds(line) }
  }
}
