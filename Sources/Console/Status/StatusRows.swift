import DailyNotification
import DeviceModel
import PlainText
import Scenarios
import Session

/// The rows of the status pane; each that is not as it should be names the key that mends it.
struct StatusRows {
  let facts: PhoneFacts
  let lastPress: Press?
  /// The invariants that broke, in words.
  let broken: String?
  /// The keys that the rows name.
  let bindings: Bindings

  private var os: OperatingSystem { facts.os }

  /// The rows that fit, in their order.
  func rows(height: Int) -> [StatusRow] {
    let all = [
      plugin, permission, channel, refresh, prefetch, scheduled, phone, shown, fetched, trouble,
      counters, press,
    ]
    return all.filter { $0.rank < height }
  }

  private var plugin: StatusRow {
    let state = os.process.state
    let (light, text): (Light, String) =
      switch state {
      case _ where !os.power.isPoweredOn: (.error, "phone off · :powerOn")
      case _ where os.power.isLocked: (.pending, "phone locked · :unlock")
      case .notRunning, .terminatedBySystem, .forceQuit: (.error, "app not running · :launch")
      case .suspended: (.pending, "app suspended · :foreground")
      case .launching, .foreground, .inactive, .background:
        facts.history.isReady
          ? (.ok, "Plugin is loaded and ready!")
          : (.pending, "loaded, not checked · press \(key("checkPluginStatus"))")
      }
    return StatusRow(rank: 0, light: light, label: "Plugin", text: text)
  }

  private var permission: StatusRow {
    let (light, text): (Light, String) =
      switch os.authorization {
      case .notDetermined:
        os.authorizationMachine.isDialogShown
          ? (.pending, "the dialog waits for an answer")
          : (.pending, "not asked yet · press \(key("requestPermissions"))")
      case .denied: (.error, "✗ denied · :setPermission granted")
      case .authorized: (.ok, "✓ granted")
      case .provisional: (.ok, "✓ provisional")
      case .ephemeral: (.ok, "✓ ephemeral")
      }
    return StatusRow(rank: 1, light: light, label: "Permission", text: text)
  }

  private var channel: StatusRow {
    let isOpen = os.authorization.allowsNotifications
    let isAsked = os.authorization != .notDetermined
    return StatusRow(
      rank: 10, light: isOpen ? .ok : isAsked ? .error : .pending, label: "Channel",
      text: isOpen
        ? "✓ open (iOS: the whole app)" : isAsked ? "✗ closed with the permission" : "not asked yet"
    )
  }

  private var refresh: StatusRow {
    let (light, text): (Light, String) =
      switch os.backgroundRefresh {
      case .available where os.isPowerSavingOn:
        (.pending, "held · :setLowPowerMode off")
      case .available: (.ok, "✓ on")
      case .denied: (.error, "✗ :setBackgroundRefresh available")
      case .restricted: (.error, "✗ :setBackgroundRefresh available")
      }
    return StatusRow(rank: 6, light: light, label: "Refresh", text: text)
  }

  private var prefetch: StatusRow {
    let (light, text): (Light, String) =
      if facts.isTaskRunning {
        (.pending, "the task is running")
      } else if let begin = facts.taskBegin {
        begin > facts.now
          ? (.pending, "\(moment(begin)), in \(ClockText.length(begin - facts.now)) · \(wayOn)")
          : (.pending, waitingReason)
      } else if facts.wantsFetch {
        (.error, "no task is pending")
      } else {
        (.off, "nothing to fetch for")
      }
    return StatusRow(rank: 2, light: light, label: "Prefetch", text: text)
  }

  /// What a due task waits for, and the key that goes on.
  private var waitingReason: String {
    if os.process.state.isOnScreen {
      return "held: app in front · \(key("simulateTaskLaunch")) runs it"
    }
    if !os.power.hasBeenUnlocked { return "held until the phone is unlocked" }
    if os.process.wasForceQuit { return "held until the app is opened" }
    if os.backgroundRefresh != .available { return "held: refresh is off" }
    let key = key("simulateTaskLaunch")
    return os.isPowerSavingOn ? "held: Low Power Mode" : "due, late or never · \(key) runs it"
  }

  private var scheduled: StatusRow {
    let (light, text): (Light, String) =
      if facts.isDenied {
        (.error, "✗ denied · :setPermission granted")
      } else if facts.isOneDue {
        (.pending, "its time has come; on its way")
      } else if let next = facts.next {
        (
          .ok,
          "\(moment(next.time)), in \(ClockText.length(next.time - facts.now)) · \(next.kind.word)"
        )
      } else if facts.hasSchedule {
        (.error, "stored, but no request is pending")
      } else {
        (.pending, "nothing scheduled · press \(key("scheduleTestNotification"))")
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
    return StatusRow(
      rank: 8, light: count == 0 ? .off : facts.isDenied ? .error : .ok, label: "Pending",
      text: "\(count) of \(os.pendingMax) requests · "
        + (facts.isDenied && count > 0 ? "denied" : workCount.counted("task")))
  }

  /// Green when the last notification had content from the cache, red when its fetch failed; a
  /// reminder counts only where nothing else was shown.
  private var shown: StatusRow {
    guard let last = facts.history.lastDelivery else {
      let reminder = facts.history.lastReminder.map { "\(moment($0)) · a reminder, its own text" }
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
      rank: 5, light: last.source == .live ? .pending : last.light, label: "Last shown",
      text: "\(moment(last.wallMilliseconds)) · \(source)")
  }

  private var fetched: StatusRow {
    guard let last = facts.history.lastFetch else {
      return StatusRow(rank: 9, light: .off, label: "Last fetch", text: "none yet")
    }
    return StatusRow(
      rank: 9, light: last.failure == nil ? .ok : .error, label: "Last fetch",
      text: "\(moment(last.wallMilliseconds)) "
        + (last.failure.map { "✗ failed: \($0.rawValue)" } ?? "✓ stored"))
  }

  private var trouble: StatusRow {
    if let broken {
      return StatusRow(rank: 7, light: .error, label: "Invariants", text: broken)
    }
    guard let last = facts.history.lastTrouble else {
      return StatusRow(rank: 7, light: .ok, label: "Last error", text: "none")
    }
    let text = "\(moment(last.wallMilliseconds)) \(last.text)"
    let (light, before): (Light, String) =
      switch last.state {
      case .open: (.error, "")
      case .mended(let time): (.off, "over since \(moment(time)) · ")
      case .seen: (.off, "seen · ")
      }
    return StatusRow(rank: 7, light: light, label: "Last error", text: before + text)
  }

  private var counters: StatusRow {
    let counts = os.storedData.telemetry
    let unknown = counts.missed(.unknown)
    return StatusRow(
      rank: 11,
      light: counts.missed(.certain) + counts.prefetchMissed > 0
        ? .error : unknown > 0 ? .pending : .ok,
      label: "Counters",
      text:
        "fetched \(counts.prefetchSuccess) · shown \(facts.history.deliveredCount) · "
        + "missed \(counts.missed(.certain))\(unknown > 0 ? " · unaccounted \(unknown)" : "")"
        + missedTasks)
  }

  private var press: StatusRow {
    guard let lastPress else {
      return StatusRow(rank: 4, light: .off, label: "Last press", text: "none yet")
    }
    return StatusRow(
      rank: 4, light: lastPress.light, label: "Last press",
      text: "\(lastPress.shortOutcome) ← \(lastPress.title)")
  }

  /// What makes a prefetch run that is not due yet.
  private var wayOn: String {
    os.process.state.isOnScreen ? "\(key("simulateTaskLaunch")) or :background" : "pending"
  }

  /// The tasks that never ran, if there were any.
  private var missedTasks: String {
    let count = os.storedData.telemetry.prefetchMissed
    return count == 0 ? "" : ", \(count.counted("task"))"
  }

  private func key(_ control: String) -> String {
    bindings.text(ofControl: control)
  }

  private func moment(_ time: Int64) -> String {
    ClockText.moment(time, now: facts.now, facts.zone)
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
