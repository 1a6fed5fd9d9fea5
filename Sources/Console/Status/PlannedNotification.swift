import CivilTime
import DailyNotification
import DeviceModel
import History
import JSONText

/// A pending request as the status shows it: its kind, and when it fires.
struct PlannedNotification: Hashable {
  let kind: ScheduleKind
  /// The schedule that it belongs to.
  let scheduleID: String
  /// Whether it was shown before, and the person wants to see it again later.
  let isPostponed: Bool
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
  /// Whether nothing is shown without content.
  let isSkippedWithoutContent: Bool
  /// Whether it is overdue: its trigger has passed, and the system has yet to show it.
  let isDue: Bool
  /// What keeps it back though its time has come; nil where it is on its way.
  let hold: PrefetchHold?

  /// Reads a pending notification.
  init(_ pending: PendingNotification, _ os: OperatingSystem) {
    let info = pending.content.info
    kind = info.kind
    scheduleID = info.scheduleID
    plannedTime = info.plannedTime
    time = pending.triggerMilliseconds
    isPostponed = info.purpose == .postponed
    // An alarm carries the default text; what is shown is resolved when it fires.
    let stored =
      os.isAndroid && !isPostponed ? os.contentAtFireTime(info.kind, info.plannedTime) : nil
    source = stored?.source ?? info.source
    fetchedAt = stored.map { $0.source == .default ? nil : $0.fetchedAt } ?? info.fetchedAt
    title = stored.flatMap(\.title) ?? pending.content.title
    // While the store is locked, the alarm's own text is shown.
    let isResolved = os.isAndroid && os.power.hasBeenUnlocked && stored == nil && !isPostponed
    isFetchedWhenItFires = isResolved && info.kind == .daily
    isSkippedWithoutContent = isResolved && info.kind == .dual && os.skipsDualWithoutContent
    isDue = pending.isOverdue || time <= os.wallMilliseconds
    hold =
      !isDue
      ? nil
      : !os.power.isPoweredOn
        ? .phoneOff : pending.isOverdue && os.isAndroid && os.android.doze.isIdle ? .doze : nil
  }
}

extension PlannedNotification {
  /// Whether no content is fetched for it any more: a reminder, or one that was put off.
  var hasOwnText: Bool { kind == .reminder || isPostponed }

  /// What it is in a word or two: `daily`, `daily, put off`.
  var words: String { isPostponed ? "\(kind.word), put off" : kind.word }
}

/// A notification that is ahead and that the host asked to skip.
struct SkippedNotification {
  fileprivate let row: LedgerRow
  /// What it is planned for, in milliseconds since the Unix epoch.
  let time: Int64

  /// Whether a pending request, which is being withdrawn, is for it.
  func isOf(_ plan: PlannedNotification) -> Bool {
    plan.plannedTime == time && plan.scheduleID == row.scheduleID && plan.kind == row.kind
      && !plan.isPostponed
  }
}

extension ScheduleKind {
  /// The kind in a word: daily, reminder, dual.
  var word: String { rawValue.lowercased() }
}

extension OperatingSystem {
  /// What is skipped and ahead, of the schedules that are switched on.
  var skips: [SkippedNotification] {
    storedData.ledger.filter { row in
      !row.skipped.isEmpty
        && storedData.schedules.contains {
          $0.isEnabled && $0.revision == row.revision && $0.isNamed(row.scheduleID, row.kind)
        }
    }.flatMap { row in
      let own = row.timezone.flatMap { try? Zone(identifier: $0) }
      return row.skipped(in: own ?? zone, after: wallMilliseconds).map {
        SkippedNotification(row: row, time: $0.time)
      }
    }
  }

  /// How long fetched content of a kind is fresh, in milliseconds, as configured.
  func freshMilliseconds(_ kind: ScheduleKind) -> Int64 {
    switch kind {
    case .dual: dualRelationship?["contentTimeout"]?.integerValue ?? 0
    case .daily, .reminder:
      (stored(.configuration)?["ttlSeconds"]?.integerValue
        ?? configuration.knobs.plugin.ttlDefault.seconds) * 1_000
    }
  }

  /// How long before a schedule's notification its content is fetched, in milliseconds.
  ///
  /// That is its own lead, else the configured one, which more time is added to while power is low.
  func leadMilliseconds(_ id: String, _ kind: ScheduleKind) -> Int64 {
    let own = storedData.schedules.first { $0.isNamed(id, kind) }?.leadMinutes
    let usual = stored(.configuration)?["prefetchLeadMinutes"]?.integerValue
    return (own ?? usual ?? configuration.knobs.plugin.leadDefault.minutes) * 60_000
  }

  /// Whether the dual notification for a time is armed only once it has content that is fresh then.
  func awaitsFetch(_ time: Int64) -> Bool {
    let waits =
      switch configuration.knobs.plugin.dualMode {
      case .replace: !isAndroid && skipsDual
      case .chained: storedData.wantsDualFetch || !isAndroid && skipsDual
      }
    return waits && contentAtFireTime(.dual, time) == nil
  }

  /// The stored content that an alarm finds when it fires at its time; nil where none is fresh.
  ///
  /// The plugin's own text does not grow old.
  fileprivate func contentAtFireTime(_ kind: ScheduleKind, _ time: Int64) -> ContentRow? {
    guard power.hasBeenUnlocked, usesContent(of: kind) else { return nil }
    return storedData.contents.first { row in
      row.kind == kind && row.scheduledFor == time && row.title != nil
        && (row.source == .default || time - row.fetchedAt <= freshMilliseconds(kind))
    }
  }

  /// Whether notifications of a kind show fetched content.
  private func usesContent(of kind: ScheduleKind) -> Bool {
    switch kind {
    case .dual: dualRelationship?["autoLink"]?.boolValue ?? false
    case .daily: true
    case .reminder: false
    }
  }

  /// Whether the dual notification is left out without fresh content, as it is configured.
  var skipsDual: Bool {
    usesContent(of: .dual) && dualRelationship?["fallbackBehavior"]?.stringValue == "skip"
  }

  /// The same, or armed only after its fetch.
  fileprivate var skipsDualWithoutContent: Bool {
    usesContent(of: .dual)
      && (skipsDual
        || configuration.knobs.plugin.dualMode == .chained && storedData.wantsDualFetch)
  }

  /// How the dual schedule's fetch and its notification belong together.
  private var dualRelationship: JSONValue? { stored(.dualConfiguration)?["relationship"] }

  private func stored(_ key: StorageKey) -> JSONValue? {
    guard case .text(let text)? = storedData.value(key) else { return nil }
    return try? JSONParser.parse(text)
  }
}

extension ContentRow {
  /// The title of the content; nil where that cannot be read.
  fileprivate var title: String? {
    (try? JSONParser.parse(String(decoding: bytes, as: UTF8.self)))?["title"]?.stringValue
  }
}
