import DailyNotification
import DeviceModel
import JSONText

/// A pending request as the status shows it: its kind, and when it fires.
struct PlannedNotification: Hashable {
  let kind: ScheduleKind
  /// Which occurrence it stands for, in milliseconds since the Unix epoch.
  let plannedTime: Int64
  /// Where its text comes from as it is now.
  let source: ContentSource
  /// When its content was fetched, in milliseconds since the Unix epoch; nil for default text.
  let fetchedAt: Int64?
  /// The first line of what it would show.
  let title: String
  /// When it fires, in milliseconds since the Unix epoch.
  let time: Int64
  /// Whether content that lacks is fetched when it fires.
  let isFetchedWhenItFires: Bool
  /// Whether it is overdue: its trigger has passed, and the system has yet to show it.
  let isDue: Bool

  /// Reads a pending notification.
  init(_ pending: PendingNotification, _ os: OperatingSystem) {
    kind = pending.content.info.kind
    plannedTime = pending.content.info.plannedTime
    // An alarm carries the default text; what is shown is resolved when it fires.
    let stored =
      os.isAndroid
      ? os.storedData.contents.first { [kind, plannedTime] row in
        row.kind == kind && row.scheduledFor == plannedTime
          && row.fetchedAt + os.freshMilliseconds >= plannedTime
      } : nil
    source = stored?.source ?? pending.content.info.source
    fetchedAt = stored?.fetchedAt ?? pending.content.info.fetchedAt
    title = stored.flatMap(\.title) ?? pending.content.title
    isFetchedWhenItFires = os.isAndroid && kind == .daily
    time = pending.triggerMilliseconds
    isDue = pending.isOverdue || time <= os.wallMilliseconds
  }
}

extension ScheduleKind {
  /// The kind in a word: daily, reminder, dual.
  var word: String { rawValue.lowercased() }
}

extension OperatingSystem {
  /// How long fetched content is fresh, in milliseconds, as configured.
  var freshMilliseconds: Int64 {
    guard case .text(let text)? = storedData.value(.configuration),
      let seconds = (try? JSONParser.parse(text))?["ttlSeconds"]?.integerValue
    else { return configuration.knobs.plugin.ttlDefault.seconds * 1000 }
    return seconds * 1_000
  }
}

extension ContentRow {
  /// The title of the content; nil where that cannot be read.
  fileprivate var title: String? {
    (try? JSONParser.parse(String(decoding: bytes, as: UTF8.self)))?["title"]?.stringValue
  }
}
