import CivilTime
import DailyNotification
import DeviceModel
import History

/// What would be shown at the time of a pending notification as things stand, and what would change
/// that.
struct Forecast: Hashable {
  /// A line of it: what it is about, and what is so.
  struct Row: Hashable {
    let label: String
    let text: String
    let light: Light
  }

  /// What is said of a notification that is chained to its fetch.
  static let awaiting = "not armed until fetched"
  /// The same where nothing is shown without content.
  static let skipping = "only with fresh content"

  let plan: PlannedNotification
  /// The notification and when it fires: `Daily, 05:53:00, in 10m27s`.
  let title: String
  /// The same without the time until then.
  let shortTitle: String
  let rows: [Row]

  init(_ plan: PlannedNotification, _ facts: PhoneFacts, _ bindings: Bindings) {
    self.plan = plan
    let now = facts.now
    let distance =
      plan.hold != nil
      ? "held" : plan.isDue ? "on its way" : "in \(ClockText.length(plan.time - now))"
    let subject = TimelineRow(plan.kind).subject + (plan.isPostponed ? " put off" : "")
    shortTitle = "\(subject), \(ClockText.moment(plan.time, now: now, facts.zone))"
    title = "\(shortTitle), \(distance)"
    let reasons = Reasons(plan: plan, facts: facts, bindings: bindings)
    rows = [reasons.shown, reasons.delay, reasons.content, reasons.task, reasons.unless]
      .compactMap(\.self)
  }

  /// The forecast of the notification that fires next; nil when none is pending.
  static func next(_ facts: PhoneFacts, _ bindings: Bindings = .standard) -> Forecast? {
    facts.coming.min { ($0.isDue ? 0 : 1, $0.time) < ($1.isDue ? 0 : 1, $1.time) }
      .map { Forecast($0, facts, bindings) }
  }
}

/// What the lines of a forecast say.
private struct Reasons {
  let plan: PlannedNotification
  let facts: PhoneFacts
  let bindings: Bindings

  private var os: OperatingSystem { facts.os }

  var shown: Forecast.Row {
    if !os.power.isPoweredOn {
      return Forecast.Row(
        label: "would show", text: "nothing while the phone is off · :powerOn", light: .error)
    }
    if !os.authorization.allowsNotifications {
      let isDenied = os.authorization == .denied
      return Forecast.Row(
        label: "would show",
        text: isDenied
          ? "nothing: notifications are denied · \(os.wayToAllow)"
          : "nothing: nobody has allowed notifications", light: .error)
    }
    if let obstacle = os.obstacle(to: plan) {
      return Forecast.Row(label: "would show", text: "nothing: \(obstacle.text)", light: .error)
    }
    let title = "“\(plan.title)”"
    if plan.hasOwnText {
      let what = plan.isPostponed ? "the same again" : "its own text"
      return Forecast.Row(label: "would show", text: "\(what), \(title)", light: .ok)
    }
    return switch plan.source {
    case .default:
      Forecast.Row(
        label: "would show",
        text: facts.isTaskRunning
          ? "content, if the running \(os.workWord) fetches some; now \(withoutContent)"
          : withoutContent,
        light: .pending)
    case .cache: Forecast.Row(label: "would show", text: "content, \(title)", light: .ok)
    case .live:
      Forecast.Row(label: "would show", text: "content, fetched live, \(title)", light: .ok)
    }
  }

  /// What is shown without content.
  private var withoutContent: String {
    if plan.isSkippedWithoutContent { return "nothing, since it is skipped without content" }
    let text = "default text, “\(plan.title)”"
    return plan.isFetchedWhenItFires && os.network.condition != .offline
      ? "what is fetched when it fires, else \(text)" : text
  }

  /// When an alarm fires that Doze can hold back; nil where it fires at its time.
  var delay: Forecast.Row? {
    guard os.isAndroid, os.power.isPoweredOn else { return nil }
    let isIdle = os.android.doze.isIdle
    let text: String? =
      switch os.exactAlarmCall {
      case .alarmClock: nil
      case .allowWhileIdle where plan.hold == .doze:
        "when Doze's quota has room again, or Doze ends · :setDoze off"
      case .allowWhileIdle: isIdle ? "at its time, as long as Doze's quota has room" : nil
      case .exact, .window:
        isIdle
          ? "when Doze ends or has a maintenance window, with what is fresh then · :setDoze off"
          : "at its time, unless Doze has begun by then"
      }
    return text.map { Forecast.Row(label: "fires", text: $0, light: isIdle ? .pending : .ok) }
  }

  var content: Forecast.Row? {
    if plan.hasOwnText { return nil }
    guard plan.source != .default, let fetched = plan.fetchedAt else {
      return Forecast.Row(label: "content", text: "none for it yet", light: .off)
    }
    let fresh = fetched + os.freshMilliseconds(plan.kind)
    return Forecast.Row(
      label: "content",
      text: "fetched \(moment(fetched)), fresh until \(moment(fresh))"
        + (fresh < plan.plannedTime ? ", which is before its time" : ""),
      light: fresh < plan.plannedTime ? .pending : .ok)
  }

  var task: Forecast.Row? {
    if plan.hasOwnText || plan.source != .default { return nil }
    if os.isTaskRunning(for: plan.kind) {
      return Forecast.Row(label: "prefetch", text: "its \(os.workWord) is running", light: .pending)
    }
    if facts.isPrefetchForgotten, let hold = os.prefetchHold {
      return Forecast.Row(
        label: "prefetch", text: "\(os.remedy(of: hold)) · held: \(hold.present)", light: .pending)
    }
    if facts.isTaskless {
      return Forecast.Row(
        label: "prefetch", text: "a simulator has no tasks", light: .pending)
    }
    guard let begin = facts.taskBegin(for: plan.kind) else {
      return Forecast.Row(label: "prefetch", text: "no \(os.workWord) is pending", light: .error)
    }
    let hold = os.prefetchHold
    let waits = hold.map { "held: \($0.present)" }
    let text =
      begin > facts.now
      ? "may run from \(moment(begin))" + (waits.map { "; now it would be \($0)" } ?? "")
      : "due since \(moment(begin)); " + (waits ?? "the system runs it when it likes")
    return Forecast.Row(label: "prefetch", text: text, light: hold == nil ? .ok : .pending)
  }

  var unless: Forecast.Row {
    Forecast.Row(label: "unless", text: change, light: .off)
  }

  /// What would change what is shown.
  private var change: String {
    if !os.authorization.allowsNotifications { return "they are allowed before its time" }
    if os.obstacle(to: plan) != nil { return "that ends before its time" }
    if plan.hasOwnText {
      let what = plan.isPostponed ? "schedule" : "reminder"
      return "the permission is revoked or the \(what) cancelled before its time"
    }
    if plan.isDue {
      return os.isAndroid
        ? "the permission is revoked or its channel blocked before it fires"
        : "nothing any more: its time has come"
    }
    guard plan.source == .default else {
      return "the permission is revoked, the identity changes or the cache is cleared before"
    }
    if os.isTaskRunning(for: plan.kind) {
      return "the running \(os.workWord) fetches content · \(bindings.text(of: .time(.untilIdle))) "
        + "lets it end"
    }
    guard let begin = facts.taskBegin(for: plan.kind), begin < plan.time else {
      let steps = steps("\(bindings.text(ofControl: "prefetchOnly")) fetches now", hold: nil)
      return "content is fetched before its time\(steps)"
    }
    let runNow = "\(bindings.text(ofControl: "simulateTaskLaunch")) runs it now"
    return "the prefetch runs before \(moment(plan.time))"
      + steps(runNow, hold: os.prefetchHold)
  }

  /// What leads to fetched content: a button where a fetch can succeed, else what is in its way.
  private func steps(_ button: String, hold: PrefetchHold?) -> String {
    // The page has no buttons while the app does not run.
    let first = facts.wayToFetch ?? (os.process.state.isAlive ? button : nil)
    let second = hold.map(os.remedy)
    return [first, second == first ? nil : second].compactMap { $0.map { " · \($0)" } }.joined()
  }

  private func moment(_ time: Int64) -> String {
    ClockText.moment(time, now: facts.now, facts.zone)
  }
}

extension OperatingSystem {
  /// What keeps an alarm's notification from being shown on an Android phone, with what ends it.
  func obstacle(to plan: PlannedNotification) -> Obstacle? {
    guard isAndroid else { return nil }
    let isUnlocked = power.hasBeenUnlocked
    guard android.manifest.receivesAlarms(isUnlocked: isUnlocked) else {
      return android.manifest.receivesAlarms(isUnlocked: true)
        ? Obstacle(reason: "the phone has not been unlocked since its start", way: wayToUnlock)
        : Obstacle(reason: "the manifest has no receiver for alarms", way: nil)
    }
    if let channel = android.channels.channel(plan.kind.channelID), channel.importance == 0 {
      return Obstacle(
        reason: "its channel is off", way: step(":setChannel \(channel.identifier) high"))
    }
    // The plugin takes its own oldest one from a full shade, and nothing of other code.
    let shade = android.shade
    guard shade.isFull, !shade.active.contains(where: \.content.info.isOccurrence)
    else { return nil }
    return Obstacle(
      reason: "the app shows \(shade.active.count) notifications already",
      way: step(":dismissDelivered"))
  }
}
