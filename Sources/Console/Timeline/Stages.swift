import CivilTime
import DailyNotification
import DeviceModel
import History
import Scenarios

/// The stages of one notification, from registered to shown; they say nothing of any other.
struct Stages {
  /// The notification; nil where there is none.
  let tracked: TrackedNotification?
  private let facts: PhoneFacts
  private let progress: OccurrenceProgress?

  init(_ facts: PhoneFacts, _ run: InteractiveRun) {
    self.facts = facts
    let candidates = Candidates(facts)
    let next = candidates.next
    let nextProgress = next.map { run.progress(of: $0.id, $0.kind, planned: $0.time) }
    if let last = candidates.last,
      next == nil || !Stages.hasBegun(next, nextProgress, after: last, now: facts.now)
    {
      tracked = last
      progress = run.progress(of: last.id, last.kind, planned: last.time)
    } else {
      tracked = next
      progress = nextProgress
    }
  }

  var now: Int64 { facts.now }
  var zone: Zone { facts.zone }
  var platform: DevicePlatform { os.configuration.platform }
  private var os: OperatingSystem { facts.os }

  /// The light of a stage: green has happened, yellow is pending or unknown, red has failed.
  subscript(stage: Stage) -> Light {
    switch stage {
    case .registered: tracked != nil || os.process.state.isAlive ? .ok : .off
    case .permitted: permitted
    case .scheduled: scheduled
    case .armed: isFetchable ? armed : .off
    case .fired: isFetchable ? fired : .off
    case .fetched: isFetchable ? fetched : .off
    case .delivered: delivered
    }
  }

  /// Whether content is fetched for it.
  private var isFetchable: Bool { tracked?.kind != .reminder }

  private var permitted: Light {
    switch tracked?.state {
    case .shown: return .ok
    case .lost(.denied), .lost(.notShown(.denied)): return .error
    case .lost: return .ok
    case .awaitingFetch, .armed, nil: break
    }
    return switch os.authorization {
    case .authorized, .provisional, .ephemeral: .ok
    case .notDetermined: .pending
    case .denied: .error
    }
  }

  private var scheduled: Light {
    switch tracked?.state {
    case nil: facts.hasSchedule ? .error : .off
    case .awaitingFetch: facts.isDenied ? .error : .pending
    case .armed(let plan): facts.isDenied || os.obstacle(to: plan) != nil ? .error : .ok
    case .shown: .ok
    case .lost: progress?.wasArmed == true ? .ok : .error
    }
  }

  private var armed: Light {
    let wants = facts.wantsFetch(for: tracked?.kind ?? .daily)
    switch tracked?.state {
    case .shown, .lost:
      if let prefetch = progress?.prefetch, prefetch.begin != nil { return .ok }
      if facts.isTaskless { return .off }
      return wants && progress?.fetch == .notBegun ? .error : .off
    case .awaitingFetch, .armed, nil: break
    }
    if hasTask { return .ok }
    if facts.isTaskless { return hasContent ? .off : .pending }
    if facts.isPrefetchForgotten { return .pending }
    if hasContent || !wants { return .off }
    // That of an earlier notification comes first.
    return facts.taskBegin(for: tracked?.kind ?? .daily) == nil ? .error : .pending
  }

  /// Whether the task that was submitted for it has started, or the system knows of it.
  private var hasTask: Bool {
    guard let prefetch = progress?.prefetch, prefetch.begin != nil else { return false }
    return prefetch.started != nil || facts.prefetches.contains { $0.beginDate == prefetch.begin }
  }

  /// Whether it has content as things stand.
  private var hasContent: Bool {
    switch tracked?.state {
    case .armed(let plan): plan.source != .default
    case .shown(let showing): showing.source != .default
    case .awaitingFetch, .lost, nil: false
    }
  }

  /// Red where its task did not start in time.
  private var fired: Light {
    let started = progress?.prefetch?.started
    switch tracked?.state {
    case .shown, .lost:
      if progress?.prefetch == nil { return .off }
      return started ?? .max <= tracked?.cameAt ?? .min ? .ok : .error
    case .awaitingFetch, .armed, nil:
      return started != nil ? .ok : armed == .off ? .off : .pending
    }
  }

  /// Green only for content that the notification has; what was lost cannot show whether it had.
  private var fetched: Light {
    if hasContent { return .ok }
    switch (progress?.fetch, tracked?.state) {
    case (.stored, .lost): return .ok
    case (.failed, _): return .error
    // Content that was fetched and is not the notification's was of no use to it.
    case (.running, _), (.stored, _): return .pending
    case (.notBegun, .awaitingFetch), (.notBegun, .armed):
      return progress?.prefetch?.started == nil ? .off : .pending
    case (.notBegun, _), (nil, _): return .off
    }
  }

  private var delivered: Light {
    switch tracked?.state {
    case .awaitingFetch, nil: .off
    case .armed(let plan): plan.isDue ? .pending : .off
    case .shown(let showing): showing.light
    case .lost: .error
    }
  }

  // MARK: Which one

  /// How long after a notification a task may still be submitted for it: an hour.
  private static let lateMilliseconds: Int64 = 3_600_000

  /// Whether the stages are those of the next one: it is due or nearer than the last one, or its
  /// task is due or has started since.
  private static func hasBegun(
    _ next: TrackedNotification?, _ progress: OccurrenceProgress?,
    after last: TrackedNotification, now: Int64
  ) -> Bool {
    guard let next else { return false }
    if next.isDue || next.time - now < now - last.time { return true }
    guard let prefetch = progress?.prefetch, let begin = prefetch.begin,
      begin - last.time > lateMilliseconds
    else { return false }
    return (last.cameAt...max(now, last.cameAt)).contains(prefetch.started ?? begin)
  }
}

/// The last notification that came, and the next one.
///
/// One for which content is fetched goes before a reminder.
private struct Candidates {
  let last: TrackedNotification?
  let next: TrackedNotification?

  init(_ facts: PhoneFacts) {
    let latest = facts.latest
    let planning = latest.planning?.wallMilliseconds
    let last = Candidates.last(latest.shown, facts.losses.last, since: planning)
    let plans = facts.plans.filter { $0.kind != .reminder }
    let next = Candidates.next(plans) ?? Candidates.awaiting(facts)
    if last != nil || next != nil {
      (self.last, self.next) = (last, next)
    } else {
      self.last = Candidates.last(latest.shownReminder, facts.losses.lastReminder, since: nil)
      self.next = Candidates.next(facts.plans)
    }
  }

  private static func next(_ plans: [PlannedNotification]) -> TrackedNotification? {
    plans.min { ($0.isDue ? 0 : 1, $0.time) < ($1.isDue ? 0 : 1, $1.time) }
      .map(TrackedNotification.init)
  }

  private static func awaiting(_ facts: PhoneFacts) -> TrackedNotification? {
    facts.awaitingFetch.map(TrackedNotification.init(awaitingFetchAt:))
  }

  /// The later one of what was shown and what is lost, unless other things were scheduled since.
  private static func last(
    _ showing: Showing?, _ lost: LostNotification?, since planned: Int64?
  ) -> TrackedNotification? {
    let shown = showing.map { TrackedNotification($0) }
    let lost = lost.map { TrackedNotification($0) }
    return [shown, lost].compactMap(\.self).filter { $0.cameAt >= planned ?? .min }
      .max { $0.time < $1.time }
  }
}
