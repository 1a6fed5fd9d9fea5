import DailyNotification
import DeviceModel
import History
import PlainText
import Scenarios
import Session

/// The rows of the status pane; each that is not as it should be names the key that mends it.
struct StatusRows {
  let facts: PhoneFacts
  let lastPress: Press?
  /// How the fetch ended that it was made for; nil where there is none that has ended.
  let pressFetch: InteractiveRun.PressFetch?
  /// What was expected of it; nil for nothing.
  let expectation: PressExpectation?
  /// The invariants that broke, in words.
  let broken: String?
  /// What went wrong last; nil where nothing has.
  let lastError: PhoneError?
  /// Whether the person has seen it.
  let isErrorSeen: Bool
  /// The keys that the rows name.
  let bindings: Bindings

  private var os: OperatingSystem { facts.os }

  /// The rows that fit, in their order.
  func rows(height: Int) -> [StatusRow] {
    let all =
      [
        plugin, permission, channel, os.isAndroid ? alarms : refresh, prefetch, scheduled, phone,
        shown, fetched, trouble, counters, press,
      ] + (os.isAndroid ? [doze, battery] : [])
    return all.filter { $0.rank < height }
  }

  private var plugin: StatusRow {
    let state = os.process.state
    let (light, text): (Light, String) =
      switch state {
      case _ where !os.power.isPoweredOn: (.error, "phone off · :powerOn")
      case _ where os.power.isLocked:
        (state.isAlive ? .pending : .error, "phone locked · :unlock")
      case .notRunning, .terminatedBySystem, .forceQuit:
        os.isAndroid && os.android.install.isStopped
          ? (.error, "\(os.stopTitle) · :launch")
          : (.error, "app not running · :launch")
      case .suspended: (.pending, "app suspended · :foreground")
      case .background where facts.latest.openPage != nil:
        (
          .pending,
          ":foreground leaves \(facts.latest.openPage.map { SettingsScreen($0).title } ?? "")"
        )
      case _ where facts.isFetcherMissing:
        (.pending, ":registerNativeFetcher · no native fetcher")
      case .launching, .foreground, .inactive, .background:
        facts.latest.isReady
          ? (.ok, "Plugin is loaded and ready!")
          : (
            .pending,
            "loaded, not checked · "
              + (os.storage.isFull
                ? ":fillDisk off, then \(key("checkPluginStatus"))"
                : os.press(key("checkPluginStatus")))
          )
      }
    return StatusRow(rank: 0, light: light, label: "Plugin", text: text)
  }

  private var permission: StatusRow {
    let (light, text): (Light, String) =
      switch os.authorization {
      case .notDetermined:
        os.authorizationMachine.isDialogShown
          ? (.pending, "the dialog waits \(os.power.isLocked ? "· :unlock" : "for an answer")")
          : (.pending, "not asked yet · \(wayToAsk)")
      case .denied:
        (
          .error,
          "✗ denied\(os.asksAfterDenial ? " once" : "") · \(facts.wayToAllow(bindings))"
        )
      case .authorized: (.ok, "✓ granted")
      case .provisional: (.ok, "✓ provisional")
      case .ephemeral: (.ok, "✓ ephemeral")
      }
    return StatusRow(rank: 1, light: light, label: "Permission", text: text)
  }

  /// What makes the system ask: Android shows its dialog over an app in front only.
  private var wayToAsk: String {
    let key = key("requestPermissions")
    guard os.isAndroid, os.process.state.isAlive else { return os.press(key) }
    if os.power.isLocked { return ":unlock, then \(key)" }
    return os.process.state.isOnScreen ? "press \(key)" : ":foreground, then \(key)"
  }

  private var channel: StatusRow {
    if os.isAndroid { return channels }
    let isOpen = os.authorization.allowsNotifications
    let isAsked = os.authorization != .notDetermined
    return StatusRow(
      rank: 10, light: isOpen ? .ok : isAsked ? .error : .pending, label: "Channel",
      text: isOpen
        ? "✓ open (iOS: the whole app)" : isAsked ? "✗ closed with the permission" : "not asked yet"
    )
  }

  /// The channels of an Android phone: blocked ones first, with what opens them.
  private var channels: StatusRow {
    let channels = os.android.channels.channels
    let blocked = channels.first { $0.importance == 0 }
    let (light, text): (Light, String) =
      if os.authorization == .denied {
        (.error, "✗ closed with the permission")
      } else if let blocked {
        (.error, Obstacle.step(os.step(":setChannel \(blocked.identifier) high"), "off"))
      } else if channels.isEmpty {
        (.pending, "none yet; the plugin makes them when it needs them")
      } else if !os.authorization.allowsNotifications {
        (.pending, "not asked yet")
      } else {
        (
          .ok,
          "✓ "
            + channels.map { "\($0.identifier) \(ChannelWord.word(of: $0.importance))" }
            .joined(separator: ", ")
        )
      }
    return StatusRow(rank: 10, light: light, label: "Channel", text: text)
  }

  /// The permission for exact alarms.
  private var alarms: StatusRow {
    let isGranted = os.canScheduleExactAlarms
    return StatusRow(
      rank: 6, light: isGranted ? .ok : .error, label: "Alarms",
      text: isGranted
        ? "✓ exact"
        : os.android.exactAlarms.isSwitchable
          ? "\(os.step(":setExactAlarm granted")) · no exact"
          : "✗ no exact ones: the manifest asks for none")
  }

  private var doze: StatusRow {
    let (light, text): (Light, String) =
      switch os.android.doze.phase {
      case .active where os.configuration.variant == .emulator: (.off, "not on an emulator")
      case .active: (.ok, "✓ not in Doze")
      case .maintenance: (.ok, "a maintenance window: what waited runs")
      case .idle: (.pending, "\(os.step(":setDoze off")) · what can wait waits")
      }
    return StatusRow(rank: 12, light: light, label: "Doze", text: text)
  }

  private var battery: StatusRow {
    let install = os.android.install
    let bucket = os.standbyBucket
    let isHeld =
      switch bucket {
      case .active, .working, .frequent: false
      case .rare, .restricted: !install.isBatteryExempt
      }
    return StatusRow(
      rank: 13, light: isHeld ? .pending : .ok, label: "Battery",
      text: (isHeld ? "\(os.step(":setBatteryExemption on")) · " : "")
        + "bucket \(bucket.rawValue), "
        + (install.isBatteryExempt ? "exempt" : "optimized"))
  }

  private var refresh: StatusRow {
    let (light, text): (Light, String) =
      switch os.backgroundRefresh {
      case .available where os.isPowerSavingOn:
        (.pending, "held · \(os.step(":setLowPowerMode off"))")
      case .available: (.ok, "✓ on")
      case .denied, .restricted:
        (.error, "✗ \(os.step(":setBackgroundRefresh available"))")
      }
    return StatusRow(rank: 6, light: light, label: "Refresh", text: text)
  }

  private var prefetch: StatusRow {
    let (light, text): (Light, String) =
      if facts.isTaskRunning {
        (.pending, "the \(os.workWord) is running")
      } else if os.isReceiverRunning {
        (.pending, "a receiver of the app is running")
      } else if let begin = facts.taskBegin {
        (
          os.prefetchHold == .refreshOff ? .error : .pending,
          begin > facts.now ? ahead(begin) : waitingReason
        )
      } else if facts.isTaskless, facts.wantsFetch {
        facts.hasNextContent
          ? (.off, "a simulator has no tasks")
          : (.pending, withStep("a simulator has no tasks"))
      } else if facts.isPrefetchForgotten, let hold = os.prefetchHold {
        (.pending, held(hold))
      } else if facts.wantsFetch {
        (
          .error,
          (facts.plans.isEmpty ? "\(facts.wayToArm) · " : "") + "no \(os.workWord) is pending"
        )
      } else {
        (.off, "nothing to fetch for")
      }
    return StatusRow(rank: 2, light: light, label: "Prefetch", text: text)
  }

  /// What a due task waits for, and what to do next.
  ///
  /// That is a command that lets its fetch succeed, else the key that runs it.
  private var waitingReason: String {
    switch os.prefetchHold {
    case nil: withStep("due, late or never")
    case .appInFront: withStep("held: app in front")
    case .phoneOff, .lockedSinceStart, .forceQuit, .refreshOff, .lowPower, .stopped, .justStarted,
      .bootUnheard, .doze, .offline, .batterySaver, .restricted:
      os.prefetchHold.map(held) ?? ""
    }
  }

  /// A command comes first, so that it has room at 80 columns.
  private func withStep(_ reason: String) -> String {
    if let command = facts.wayToFetch { return "\(command) · \(reason)" }
    return "\(reason) · \(key("simulateTaskLaunch")) runs it"
  }

  private func held(_ hold: PrefetchHold) -> String {
    "\(os.remedy(of: hold)) · held: \(hold.present)"
  }

  private var scheduled: StatusRow {
    let (light, text): (Light, String) =
      if facts.isDenied {
        (.error, "✗ denied · \(facts.wayToAllow(bindings))")
      } else if let obstacle = facts.nextObstacle {
        (.error, obstacle.wayFirst)
      } else if facts.isOneDue {
        (.pending, facts.dueHold.map(held) ?? "its time has come; on its way")
      } else if let next = facts.next, next.isSkippedWithoutContent {
        (.pending, facts.awaitingText(next.time))
      } else if let next = facts.next {
        (
          .ok,
          "\(moment(next.time)), in \(ClockText.length(next.time - facts.now)) · \(next.words)"
            + (facts.skippedNext.map { " · \(ClockText.day($0, facts.zone)) skipped" } ?? "")
            + (facts.awaitingFetch == nil ? "" : " · dual: \(facts.awaited)")
        )
      } else if let time = facts.awaitingFetch {
        (.pending, facts.awaitingText(time))
      } else if facts.hasSchedule {
        (.error, facts.notArmed)
      } else if os.authorizationMachine.isDialogShown {
        (.pending, "the dialog waits for an answer")
      } else {
        (
          .pending,
          facts.lackForSchedule == nil
            ? "nothing scheduled · \(facts.wayToSchedule(bindings))"
            : Obstacle.step(facts.wayToSchedule(bindings), "nothing scheduled")
        )
      }
    return StatusRow(rank: 3, light: light, label: "Scheduled", text: text)
  }

  private var phone: StatusRow {
    let count = os.pending.count
    let workCount = os.backgroundWork.count
    if !facts.plans.isEmpty, !facts.hasSchedule, !facts.isDenied {
      // The system removes requests a moment after it was asked to.
      return StatusRow(
        rank: 8, light: .pending, label: "Pending",
        text: "\(count) of no schedule · "
          + "\(bindings.text(of: .time(.untilIdle))) removes them")
    }
    let isStopped = facts.isDenied || facts.nextObstacle != nil
    return StatusRow(
      rank: 8, light: count == 0 ? .off : isStopped ? .error : .ok, label: "Pending",
      text: "\(count) of \(os.pendingMax) \(os.isAndroid ? "alarms" : "requests") · "
        + (facts.isDenied && count > 0
          ? "denied"
          : os.isAndroid
            ? "\(workCount) work" + (facts.isPrefetchForgotten ? " held" : "")
            : workCount.counted("task")))
  }

  /// Green when the last notification had content, yellow when it had default text, red when it is
  /// lost; a reminder counts only where nothing else was shown.
  private var shown: StatusRow {
    if let lost = facts.losses.last,
      lost.planned > facts.latest.shown?.planned ?? .min
    {
      return StatusRow(
        rank: 5, light: .error, label: "Last shown",
        text: "✗ lost \(moment(lost.planned)) · \(lost.cause.words(on: os.configuration.platform))")
    }
    guard let last = facts.latest.shown else {
      let reminder = facts.latest.shownReminder
        .map { "\(moment($0.point.wallMilliseconds)) · a reminder, its own text" }
      return StatusRow(
        rank: 5, light: reminder == nil ? .off : .ok, label: "Last shown",
        text: reminder ?? "none yet")
    }
    let source =
      switch last.source {
      case .cache: "from cache: yes"
      case .live: "from cache: no, fetched live"
      case .default: "default text"
      }
    return StatusRow(
      rank: 5, light: last.light, label: "Last shown",
      text: "\(moment(last.point.wallMilliseconds)) · \(source)")
  }

  private var fetched: StatusRow {
    guard let last = facts.latest.fetch else {
      return StatusRow(rank: 9, light: .off, label: "Last fetch", text: "none yet")
    }
    let (light, text): (Light, String) =
      if let failure = last.failure {
        (.error, "✗ failed: \(failure.rawValue)")
      } else if let flaw = flaw(of: last) {
        (.pending, flaw)
      } else {
        (.ok, "✓ stored")
      }
    return StatusRow(
      rank: 9, light: light, label: "Last fetch",
      text: "\(moment(last.point.wallMilliseconds)) \(text)")
  }

  /// Why what was fetched last is of no use to its notification; nil where it is, or was.
  private func flaw(of fetch: LatestEvents.Fetch) -> String? {
    switch fetch.use {
    case .forAnotherTime: return "for another time"
    case .empty: return "nothing new"
    case .tooOld(let time): return "too old for \(ClockText.time(time, facts.zone).prefix(5))"
    case .stored: break
    }
    guard let planned = fetch.planned, planned > facts.now,
      !os.storedData.contents.contains(where: { $0.scheduledFor == planned })
    else { return nil }
    return "stored, and not there any more"
  }

  private var trouble: StatusRow {
    if let broken {
      return StatusRow(rank: 7, light: .error, label: "Invariants", text: broken)
    }
    guard let last = lastError else {
      return StatusRow(rank: 7, light: .ok, label: "Last error", text: "none")
    }
    let text = "\(moment(last.point.wallMilliseconds)) \(last.text)"
    let (light, before): (Light, String) =
      if let end = last.resolved {
        (.off, "over since \(moment(end.wallMilliseconds)) · ")
      } else {
        isErrorSeen ? (.off, "seen · ") : (.error, "")
      }
    return StatusRow(rank: 7, light: light, label: "Last error", text: before + text)
  }

  private var counters: StatusRow {
    let counts = os.storedData.telemetry
    let lost = facts.losses.count
    let unknown = counts.missed(.unknown)
    return StatusRow(
      rank: 11,
      light: lost + counts.missed(.certain) + counts.prefetchMissed > 0
        ? .error : unknown > 0 ? .pending : .ok,
      label: "Counters",
      text: (lost > 0
        ? "not shown \(lost) (\(counts.missed(.certain) + unknown) reported)"
        : "missed \(counts.missed(.certain))")
        + missedTasks + (lost == 0 && unknown > 0 ? " · unaccounted \(unknown)" : "")
        + " · shown \(facts.latest.shownCount) · fetched \(counts.prefetchSuccess)")
  }

  private var press: StatusRow {
    guard let lastPress else {
      return StatusRow(rank: 4, light: .off, label: "Last press", text: "none yet")
    }
    let (light, text) =
      verdict(of: lastPress) ?? fetch(of: lastPress)
      ?? (lastPress.light, lastPress.shortOutcome)
    return StatusRow(
      rank: 4, light: light, label: "Last press", text: "\(text) ← \(lastPress.title)")
  }

  /// Whether a press ended as the tester expected; nil where nothing was expected of it.
  private func verdict(of press: Press) -> (Light, String)? {
    guard let isRight = expectation.map({ $0.holds(of: press) ?? false }) else { return nil }
    return (
      isRight ? .ok : .error,
      "\(press.shortOutcome), \(isRight ? "as" : "not as") expected"
    )
  }

  /// How the fetch goes that a press was made for; nil where it was made for none, or has failed.
  private func fetch(of press: Press) -> (Light, String)? {
    guard press.isForFetch, !press.hasFailed else { return nil }
    switch pressFetch {
    case .failed(let reason): return (.error, "its fetch failed: \(reason.rawValue)")
    case .fetched: return nil
    case nil: return facts.isTaskRunning ? (.pending, "the \(os.workWord) is running") : nil
    }
  }

  /// A prefetch that is not due yet, and what makes it run.
  private func ahead(_ begin: Int64) -> String {
    let time = "\(moment(begin)), in \(ClockText.length(begin - facts.now))"
    guard os.process.state.isAlive else {
      guard let hold = os.prefetchHold else { return "\(time) · pending" }
      return os.isAndroid
        ? "\(os.remedy(of: hold)) · \(time)" : "\(time) · \(os.remedy(of: hold))"
    }
    if os.prefetchHold == .refreshOff || os.prefetchHold == .lowPower {
      return "\(os.prefetchHold.map(held) ?? "") · \(time)"
    }
    if let way = facts.wayToFetch { return "\(time) · \(way)" }
    let runNow = key("simulateTaskLaunch")
    if os.isAndroid { return "\(time) · \(runNow) runs it" }
    return "\(time) · " + (os.process.state.isOnScreen ? "\(runNow) or :background" : "pending")
  }

  /// The tasks that never ran, if there were any.
  private var missedTasks: String {
    let count = os.storedData.telemetry.prefetchMissed
    return count == 0 ? "" : os.isAndroid ? ", \(count) work" : ", \(count.counted("task"))"
  }

  private func key(_ control: String) -> String {
    bindings.text(ofControl: control)
  }

  private func moment(_ time: Int64) -> String {
    ClockText.moment(time, now: facts.now, facts.zone)
  }
}

extension OperatingSystem {
  /// What a prefetch is to the system, in a word.
  var workWord: String { isAndroid ? "work" : "task" }

  /// What lets notifications be shown that are denied, or why nothing does.
  var wayToAllow: String {
    hasNotificationSwitch
      ? step(":setPermission granted") : "the manifest lacks POST_NOTIFICATIONS"
  }
}

extension Press {
  /// Its outcome as a light.
  var light: Light {
    if case .waiting = outcome { return .pending }
    return hasFailed ? .error : .ok
  }

  /// Its outcome in a word or two: `ok (3 ms)`, `rejected notifications_denied`.
  var shortOutcome: String {
    switch outcome {
    case .waiting: "waiting"
    case .done: "ok"
    case .replied(.value): "ok (\(durationMilliseconds) ms)"
    case .replied(.rejected(let rejection)): "rejected \(rejection.kind.rawValue)"
    case .lost: "lost with the app"
    case .refused(let refusal): "refused: \(refusal.description)"
    }
  }
}
