import CivilTime
import PlainText
import Scenarios
import SimulationCore

/// The explanation of a day for people: a headline for each notification, then its records.
struct WhyText {
  /// The drift in milliseconds above which a notification is called late.
  private static let toleranceMilliseconds: Int64 = 180_000

  let explanation: DayExplanation

  /// Lines, each with its line feed.
  var text: String {
    var lines = ["\(explanation.day.text) in \(explanation.zone.identifier): \(headline)"]
    for story in explanation.stories { lines += [""] + self.lines(story) }
    for foreign in explanation.foreign {
      let at = clock(foreign.wallMilliseconds, explanation.zone)
      lines += ["", "\(foreign.identifier), of other code in the app: shown \(at)"]
    }
    if let nothing = explanation.nothing {
      lines += nothing.reasons.map { "  because  \($0)" } + nothing.chain.map(line)
    }
    if let interruption = explanation.interruption {
      lines += ["", "the run ended early: \(interruption)"]
    }
    return lines.map { SafeText.terminalLine($0) + "\n" }.joined()
  }

  private var headline: String {
    let count = explanation.foreign.count
    let foreign = count == 0 ? [] : ["\(count) of other code shown"]
    guard !explanation.stories.isEmpty else {
      return (["nothing was planned" + (count == 0 ? " or shown" : "")] + foreign)
        .joined(separator: ", ")
    }
    let endings = StoryVerdict.allCases.flatMap { verdict in
      [WhyText.words(verdict, isOfOwnText: false), WhyText.words(verdict, isOfOwnText: true)]
    }
    var told: [String] = []
    for ending in endings where !told.contains(ending) { told.append(ending) }
    let counts = told.compactMap { ending -> String? in
      let count = explanation.stories.count {
        WhyText.words($0.verdict, isOfOwnText: $0.isOfOwnText) == ending
      }
      return count == 0 ? nil : "\(count) \(ending)"
    }
    return (counts + foreign).joined(separator: ", ")
  }

  private static func words(_ verdict: StoryVerdict, isOfOwnText: Bool) -> String {
    switch verdict {
    case .shown: isOfOwnText ? "shown with its own text" : "shown with fetched content"
    case .defaultText: "shown without fetched content"
    case .missing: "not shown"
    case .ahead: "still ahead when the run ended"
    case .skipped: "skipped, as the host asked"
    case .withdrawn: "withdrawn before its time"
    }
  }

  private func lines(_ story: NotificationStory) -> [String] {
    let planned = clock(story.plannedMilliseconds, story.zone)
    let ending = WhyText.words(story.verdict, isOfOwnText: story.isOfOwnText)
    var lines = ["\(story.id), planned \(planned): \(ending)"]
    lines += story.showings.map { "  shown    \(shown($0, story))" }
    if story.showings.count > 1 { lines.append("  twice    it was shown more than once") }
    lines += story.remarks.map { "  note     \($0)" }
    lines += story.reasons.map { "  because  \($0)" }
    guard story.omittedCount > 0 else { return lines + story.chain.map(line) }
    let head = DayExplanation.chainMax / 4
    return lines + story.chain.prefix(head).map(line)
      + ["  … \(story.omittedCount) more records"] + story.chain.dropFirst(head).map(line)
  }

  private func shown(
    _ showing: NotificationStory.Showing, _ story: NotificationStory
  ) -> String {
    let drift = showing.driftMilliseconds
    let late =
      drift == 0
      ? "on time"
      : drift < 0
        ? "\(DurationText.text(-drift)) early"
        : drift > WhyText.toleranceMilliseconds
          ? "\(DurationText.text(drift)) late, more than 180s" : "\(DurationText.text(drift)) late"
    return "\(clock(showing.wallMilliseconds, story.zone)), \(late), "
      + "source \(showing.source), as \(showing.identifier)"
  }

  private func line(_ link: ChainLink) -> String {
    "  \(link.localText)  #\(link.record.sequence) \(link.text)"
  }

  private func clock(_ milliseconds: Int64, _ zone: Zone) -> String {
    zone.wallTime(at: milliseconds).text.replacing("T", with: " ")
  }
}
