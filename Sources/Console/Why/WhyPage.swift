import CivilTime
import DailyNotification
import DeviceModel
import History
import PlainText
import Scenarios
import Session
import SimulationCore

/// The reasons for what was shown, was missed or is still ahead, as a page of text.
struct WhyPage {
  let run: InteractiveRun
  let facts: PhoneFacts
  let history: TimelineHistory
  let bindings: Bindings

  private var os: OperatingSystem { facts.os }

  // MARK: What comes next

  /// What comes next, and the last notification.
  func general() -> Page {
    var lines = Forecast.next(facts, bindings).map(WhyPage.lines) ?? nothing
    if let last = history.marks.last(where: { $0.row.isOfNotifications }) {
      lines += ["", "The last notification"] + story(of: last)
    }
    return Page(title: "Why", lines: lines)
  }

  /// Why no notification is pending, and what changes that.
  private var nothing: [String] {
    if let time = facts.awaitingFetch {
      return ["No notification is pending: \(facts.awaitingText(time))."]
    }
    guard facts.hasSchedule else {
      return ["No notification is pending: none is scheduled · \(facts.wayToSchedule(bindings))"]
        + [rejected].compactMap(\.self)
    }
    let text = "\(facts.notArmedReason) · \(facts.wayToArm)"
    return ["No notification is pending: a schedule is \(text)"]
      + [silence].compactMap(\.self)
  }

  /// Why the last press scheduled nothing; nil where it was not rejected.
  private var rejected: String? {
    guard let press = run.lastPress,
      case .replied(.rejected(let rejection)) = press.outcome
    else { return nil }
    return "\(press.title) was rejected, \(rejection.kind.rawValue): \(rejection.message)"
  }

  /// What keeps the alarms of a scheduled notification from an Android phone; nil where nothing
  /// does, and on iOS.
  private var silence: String? {
    guard os.isAndroid else { return nil }
    if !os.power.isPoweredOn { return "The phone is off, and alarms die with the power." }
    if os.android.install.isStopped {
      return "The app is stopped: nothing fires until somebody opens it."
    }
    if os.android.install.isBootCompleted { return nil }
    return os.armsAfterBoot
      ? "Alarms died with the power; they are set again within a minute of the first unlock."
      : "Alarms died with the power; nothing of the app hears that the phone was started."
  }

  private static func lines(_ forecast: Forecast) -> [String] {
    [forecast.title]
      + forecast.rows.map { "  \($0.light.glyph) \($0.label.padded(to: 11)) \($0.text)" }
  }

  // MARK: A time

  /// What happened, or will happen, at the marks of a time; nil when there are none.
  func page(of marks: [TimelineMark]) -> Page? {
    if marks.isEmpty { return nil }
    var lines: [String] = []
    for mark in marks {
      if !lines.isEmpty { lines.append("") }
      lines += self.lines(of: mark)
    }
    return Page(title: "Why", lines: lines)
  }

  private func lines(of mark: TimelineMark) -> [String] {
    if mark.row.isOfNotifications { return story(of: mark) }
    guard let sequence = mark.sequence else { return ahead(mark) }
    return ["\(clock(mark.time, history.zones.zone(at: sequence)))  \(mark.text)"] + chain(sequence)
  }

  private func ahead(_ mark: TimelineMark) -> [String] {
    if let plan = facts.coming.first(where: { plan in
      plan.time == mark.time && TimelineRow(plan.kind) == mark.row
    }) {
      return WhyPage.lines(Forecast(plan, facts, bindings))
    }
    return ["\(clock(mark.time, facts.zone))  \(mark.text)"]
  }

  // MARK: A notification

  /// The story of a notification that was shown or missed: what, why, and the records behind it.
  private func story(of mark: TimelineMark) -> [String] {
    if mark.sequence == nil, mark.lostNumber == nil { return ahead(mark) }
    let zone =
      mark.sequence.map(history.zones.zone(at:)) ?? history.zones.zone(atWall: mark.time)
    let head = ["\(clock(mark.time, zone))  \(mark.text)"]
    let chain = { mark.sequence.map(self.chain) ?? [] }
    let lost = mark.lostNumber.flatMap { history.losses[$0] }
      .map { (id: $0.id, planned: $0.planned) }
    guard let (id, planned) = lost ?? mark.sequence.flatMap({ notification($0, mark) }) else {
      return head + chain()
    }
    guard let story = story(of: mark, id, planned: planned, zone) else { return head + chain() }
    var lines = head
    let plannedText = clock(story.plannedMilliseconds, story.zone)
    lines.append("  planned   \(plannedText)")
    for showing in story.showings {
      let late = showing.driftMilliseconds
      lines.append(
        "  shown     \(clock(showing.wallMilliseconds, story.zone))"
          + (late == 0
            ? ", on time"
            : ", \(DurationText.text(abs(late))) \(late > 0 ? "late" : "early")"))
    }
    lines += story.remarks.map { "  note      \($0)" }
    lines += story.reasons.map { "  because   \($0)" }
    if !run.isExplainedWhole {
      lines.append("  note      only the latest records were read; earlier causes may be missing")
    }
    lines.append("  what led to it:")
    return lines + WhyPage.lines(story.chain)
  }

  /// The story that a mark is about: of what was shown the one with its record, else the one that
  /// was planned for the time.
  private func story(
    of mark: TimelineMark, _ id: String, planned: Int64, _ zone: Zone
  ) -> NotificationStory? {
    // By its own zone it may be of another day.
    let day = zone.date(at: planned)
    for day in [day, day.adding(days: -1), day.adding(days: 1), zone.date(at: mark.time)] {
      guard let explanation = try? run.explanation(of: day, id: id) else { continue }
      let own = explanation.stories.first { story in
        story.showings.contains { $0.sequence == mark.sequence }
          || story.plannedMilliseconds == planned
      }
      if let own { return own }
    }
    return nil
  }

  /// So many records in a row that say the same are shown as the first and the last of them.
  private static let alikeMin = 4

  /// The records of a chain, each with its day where they are of several.
  private static func lines(_ chain: [ChainLink]) -> [String] {
    let days = Set(chain.map { $0.localText.prefix(10) })
    func line(_ link: ChainLink) -> String {
      let day =
        days.count > 1 ? ClockText.day(link.record.wallMilliseconds, link.zone) + " " : ""
      return "  \(day)\(link.localText.dropFirst(11)) #\(link.record.sequence) \(link.text)"
    }
    var lines: [String] = []
    var rest = chain[...]
    while let first = rest.first {
      let alike = rest.prefix { $0.text == first.text }
      rest = rest.dropFirst(alike.count)
      if alike.count < alikeMin {
        lines += alike.map(line)
      } else if let last = alike.last {
        lines += [line(first), "  … \(alike.count - 2) more like it", line(last)]
      }
    }
    return lines
  }

  /// The schedule and the planned time that a record of a notification is about.
  private func notification(
    _ sequence: UInt64, _ mark: TimelineMark
  ) -> (id: String, planned: Int64)? {
    guard let record = os.trace.record(sequence) else { return nil }
    switch record.payload {
    case .notification(.delivered(let shown)) where shown.content.info.isOccurrence:
      let info = shown.content.info
      return (LostNotification.id(info.kind, info.scheduleID), shown.occurrence)
    case .notification(.notDelivered(let item)) where item.content.info.isOccurrence:
      let info = item.content.info
      return (LostNotification.id(info.kind, info.scheduleID), item.occurrence)
    case .plugin(.hostEvent(.notificationMissed(let missed))):
      return (LostNotification.id(missed.kind, missed.id), missed.plannedTime)
    case .command, .plugin, .power, .process, .authorization, .request, .notification, .task,
      .fetch, .storage, .android:
      return nil
    }
  }

  // MARK: A line

  /// Why a line of the log is there.
  func page(ofRecord sequence: UInt64) -> Page? {
    guard let record = os.trace.record(sequence) else { return nil }
    let marks = history.marks.filter { $0.sequence == sequence && $0.row.isOfNotifications }
    if let page = page(of: marks) { return page }
    let zone = history.zones.zone(at: sequence)
    return Page(
      title: "Why",
      lines: [
        "\(clock(record.wallMilliseconds, zone))  \(LogText.line(record.payload))"
      ] + chain(sequence))
  }

  /// How many causes are followed.
  private static let causesMax = 30

  /// The records that one came from, nearest first, and what came of it.
  private func chain(_ sequence: UInt64) -> [String] {
    var lines: [String] = []
    var cause = os.trace.record(sequence)?.cause
    while let number = cause, lines.count < WhyPage.causesMax {
      guard let record = os.trace.record(number) else {
        lines.append("  ← record \(number), which the trace no longer holds")
        break
      }
      lines.append(
        "  ← \(clock(record.wallMilliseconds, history.zones.zone(at: number))) #\(number) "
          + LogText.line(record.payload).shortened(bytesMax: 200))
      cause = record.cause
    }
    return lines.isEmpty ? ["  Nothing led to it: this is where a chain begins."] : lines
  }

  private func clock(_ time: Int64, _ zone: Zone) -> String {
    ClockText.instant(time, zone) + (zone.identifier == "UTC" ? "" : " \(zone.shortName)")
  }
}
