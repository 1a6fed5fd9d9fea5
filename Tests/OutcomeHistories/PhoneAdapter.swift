import CivilTime
import DailyNotification
import DeviceModel
import ES256K
import History
import Invariants
import JSONText
import OutcomeModel
import Scenarios
import SimulationCore

/// The only place that knows the simulated phone: drives it and reports what was observed.
struct PhoneAdapter {
  /// A command as scenarios and the bridge spell it, or time that passed.
  enum Done {
    case verb(String, JSONObject)
    case call(String, JSONObject)
    case passed(Int64)
  }

  private var device: Device
  private let isAndroid: Bool
  private var watcher = Watcher()
  /// The acts that were done, with every random choice made.
  private(set) var done: [Done] = []
  /// The number of acts before the quiet phase.
  private(set) var doneBeforeQuiet = 0

  /// The wall clock, in milliseconds since the Unix epoch.
  var wall: Int64 { device.os.wallMilliseconds }

  /// What the project tells people became of the notifications.
  var told: PhoneHistory {
    var told = watcher.history
    told.finish(device)
    return told
  }

  /// The records as lines, if they are kept.
  var lines: [String] { watcher.lines }

  init(_ history: History, keepsLines: Bool = false) {
    device = Device(PhoneAdapter.configuration(history))
    isAndroid = history.android != nil
    watcher.keepsLines = keepsLines
    watcher.read(device)
  }

  private static func configuration(_ history: History) -> DeviceConfiguration {
    var configuration = DeviceConfiguration(platform: history.android == nil ? .ios : .android)
    if let traits = history.android { configuration.osVersion = "\(traits.apiLevel)" }
    configuration.keychain = Keychain(TestKeys.standard)
    configuration.seed = history.seed
    configuration.startMilliseconds = history.startMilliseconds
    configuration.zone = ZoneBook.zone(history.zone)
    configuration.traceCapacity = 4_096
    for (name, value) in knobs(history) {
      try? configuration.knobs.set(name, to: value)
    }
    return configuration
  }

  /// The knobs, which vary from history to history.
  static func knobs(_ history: History) -> [(String, String)] {
    if let traits = history.android {
      return [
        ("taskLateness", history.taskLateness), ("exactApi", traits.exactCall),
        ("pendingIntentAfterAlarm", traits.keepsIntents ? "stays" : "gone"),
        ("swipeKills", traits.stopsOnSwipe ? "asForceStop" : "stock"),
        ("updateDropsAlarms", traits.dropsAlarmsOnUpdate ? "yes" : "no"),
        ("unusedAfter", "\(traits.unusedAfterDays)d"),
        (
          "makerDelay",
          traits.makerDelayMinutes == 0
            ? "none"
            : "max \(traits.makerDelayMinutes)m, alarmClocks \(traits.delaysAlarmClocks)"
        ),
      ]
    }
    return [
      ("deliveryDrift", history.hasDrift ? "bounded180" : "none"),
      ("triggerWhileOff", history.showsAtBoot ? "deliverAtBoot" : "lost"),
      ("taskLateness", history.taskLateness),
    ]
  }

  /// Returns the observations since the previous call.
  mutating func takeObservations() -> [Observation] {
    defer { watcher.observations.removeAll(keepingCapacity: true) }
    return watcher.observations
  }

  /// Performs an act, or lets its time pass; an act that makes no sense now is left out.
  mutating func perform(_ act: Act) {
    switch act {
    case .wait(let milliseconds): pass(milliseconds)
    case .waitUntil(let minuteOfDay, let offset):
      let wall = device.os.wallMilliseconds
      let local = wall + Int64(device.os.zone.offsetSeconds(at: wall)) * 1_000
      let aim = Int64(minuteOfDay) * 60_000 + offset
      let wait = (aim - local % 86_400_000 + 2 * 86_400_000) % 86_400_000
      pass(wait)
    case .open: command(device.os.process.state.isAlive ? "foreground" : "launch", [:], act)
    case .dismissLatest:
      guard let identifier = latest?.identifier else { return }
      command("dismissDelivered", ["id": .string(identifier)], act)
    case .tapLatest:
      guard let identifier = latest?.identifier else { return }
      command("tapNotification", ["id": .string(identifier)], act)
    case .postponeLatest:
      guard let identifier = latest?.identifier else { return }
      command("tapNotification", ["id": .string(identifier), "action": "later"], act)
    case .call(let call):
      let (method, options) = PhoneAdapter.call(call, isAndroid: isAndroid)
      self.call(method, options, call)
    default:
      let (verb, parameters) = PhoneAdapter.verb(act, isAndroid: isAndroid)
      command(verb, parameters, act)
    }
  }

  /// Ends all faults and opens the app a few times, so that everything to be reported is reported.
  mutating func quietPhase() {
    doneBeforeQuiet = done.count
    for act: Act in [
      .powerOn(isLocked: false), .unlock, .fillDisk(isOn: false), .setRefresh(isAvailable: true),
      .setNetwork(isOnline: true), .answerDialog(isAllowed: true),
      .setPermission(isGranted: true), .setDoze(isOn: false), .setBackgroundRestricted(isOn: false),
      .setExactAlarms(isGranted: true), .setChannel(isOfReminders: false, isBlocked: false),
      .setChannel(isOfReminders: true, isBlocked: false), .leave, .open,
      .wait(milliseconds: 600_000), .leave, .wait(milliseconds: 60_000), .open,
      .wait(milliseconds: 60_000), .leave, .wait(milliseconds: 1_000), .open,
      .wait(milliseconds: 1_000), .call(.status), .wait(milliseconds: 1_000),
    ] {
      perform(act)
    }
    watcher.observe(.pending(pending), device)
  }

  /// The latest notification in the shade that stands for an occurrence.
  private var latest: VisibleNotification? {
    device.delivered.last { $0.content.info.isOccurrence }
  }

  private var pending: [PendingRequest] { Watcher.pending(device) }

  private mutating func pass(_ milliseconds: Int64) {
    done.append(.passed(milliseconds))
    let target = device.os.now.advanced(byMilliseconds: milliseconds)
    do throws(AdvanceError) {
      try device.advance(to: target, observing: &watcher)
    } catch {
      watcher.observe(.invariant(0, message: "\(error)"), device)
    }
    // So that the model's clock gets there too.
    watcher.observe(.did(.wait(milliseconds: milliseconds)), device)
  }

  private mutating func command(_ verb: String, _ parameters: JSONObject, _ act: Act) {
    guard let command = try? VerbTable.command(verb: verb, parameters: parameters),
      device.refusal(of: command) == nil
    else { return }
    watcher.observe(.did(act), device)
    if act == .postponeLatest, let latest {
      watcher.observe(
        .putOff(schedule: latest.content.info.scheduleID, identifier: latest.identifier), device)
    }
    done.append(.verb(verb, parameters))
    _ = try? device.perform(command, observing: &watcher)
  }

  private mutating func call(_ method: String, _ options: JSONObject, _ call: HostCall) {
    let command = Command.call(method: method, options: options)
    guard device.refusal(of: command) == nil else { return }
    watcher.nextCall = call
    done.append(.call(method, options))
    _ = try? device.perform(command, observing: &watcher)
  }

  // MARK: Commands and their spelling

  private static func verb(_ act: Act, isAndroid: Bool) -> (String, JSONObject) {
    switch act {
    case .leave: ("background", [:])
    case .swipeAway: ("swipeAway", [:])
    case .systemTerminate: ("systemTerminate", [:])
    case .updateApp: ("updateApp", [:])
    case .runTask: ("simulateTaskLaunch", [:])
    case .warp(let milliseconds): ("warpClock", ["by": .integer(milliseconds)])
    case .setZone(let name): ("setZone", ["zone": .string(name)])
    case .shiftDST: ("shiftDST", [:])
    case .lock: ("lock", [:])
    case .unlock: ("unlock", [:])
    case .reboot(let isLocked): ("reboot", ["locked": .bool(isLocked)])
    case .powerOff: ("powerOff", [:])
    case .powerOn(let isLocked): ("powerOn", ["locked": .bool(isLocked)])
    case .dismissAll: ("dismissDelivered", [:])
    case .setPermission(let isGranted):
      ("setPermission", ["value": .string(isGranted ? "granted" : "denied")])
    case .setRefresh(let isAvailable):
      ("setBackgroundRefresh", ["value": .string(isAvailable ? "available" : "denied")])
    case .setNetwork(let isOnline):
      ("setNetwork", ["value": .string(isOnline ? "online" : "offline")])
    case .failWrites(let count): ("failWrites", ["count": .integer(Int64(count))])
    case .fillDisk(let isOn): ("fillDisk", ["value": .string(isOn ? "on" : "off")])
    case .clearPending: ("clearPending", [:])
    case .otherAdds, .otherRemoves, .otherCancelsWork:
      ("otherCode", otherCode(act, isAndroid: isAndroid))
    case .forceStop: ("forceStop", [:])
    case .reinstall: ("reinstall", [:])
    case .setExactAlarms(let isGranted):
      ("setExactAlarm", ["value": .string(isGranted ? "granted" : "denied")])
    case .setChannel(let isOfReminders, let isBlocked):
      (
        "setChannel",
        [
          "channelId": isOfReminders ? "daily_reminders" : "timesafari.daily",
          "importance": isBlocked ? "none" : "high",
        ]
      )
    case .setDoze(let isOn): ("setDoze", ["value": .string(isOn ? "on" : "off")])
    case .setStandbyBucket(let bucket): ("setStandbyBucket", ["value": .string(bucket)])
    case .restoreBackup(let isEncrypted): ("restoreBackup", ["encrypted": .bool(isEncrypted)])
    case .setHibernation(let isOn): ("setHibernation", ["value": .string(isOn ? "on" : "off")])
    case .setBatteryExemption(let isOn):
      ("setBatteryExemption", ["value": .string(isOn ? "on" : "off")])
    case .setBackgroundRestricted(let isOn):
      ("setBackgroundRestricted", ["value": .string(isOn ? "on" : "off")])
    case .setPresentation(let setting): verb(setting)
    case .stopWork: ("simulateTaskExpiration", [:])
    case .answerDialog(let isAllowed):
      ("answerDialog", ["value": .string(isAllowed ? "allow" : "deny")])
    case .dismissDialog: ("dismissDialog", [:])
    case .wait, .waitUntil, .open, .tapLatest, .dismissLatest, .postponeLatest, .call:
      preconditionFailure("\(act) has no verb of its own")
    }
  }

  private static func verb(_ setting: PresentationSetting) -> (String, JSONObject) {
    switch setting {
    case .focus(let isOn): ("setFocus", ["value": .string(isOn ? "on" : "off")])
    case .notificationSwitch(let name, let isOn):
      ("setNotificationSettings", JSONObject([(name, .bool(isOn))]))
    case .doNotDisturb(let mode): ("setDoNotDisturb", ["value": .string(mode)])
    case .importance(let isOfReminders, let word):
      (
        "setChannel",
        [
          "channelId": isOfReminders ? "daily_reminders" : "timesafari.daily",
          "importance": .string(word),
        ]
      )
    }
  }

  private static func otherCode(_ act: Act, isAndroid: Bool) -> JSONObject {
    let remover = isAndroid ? "cancelAlarms" : "removeRequests"
    switch act {
    case .otherAdds(let number, let after):
      return [
        isAndroid ? "setAlarm" : "addRequest": [
          "id": .string("other\(number)"), "after": .string("\(after)ms"),
        ]
      ]
    case .otherRemoves(let isAll):
      return [remover: isAll ? [:] : .array((0..<4).map { .string("other\($0)") })]
    case .otherCancelsWork: return [isAndroid ? "cancelWork" : "cancelTask": [:]]
    default: preconditionFailure("\(act) is not of other code")
    }
  }

  private static func call(_ call: HostCall, isAndroid: Bool) -> (String, JSONObject) {
    func time(_ minuteOfDay: Int) -> JSONValue { .string(WallRule.text(minuteOfDay: minuteOfDay)) }
    switch call {
    case .scheduleDaily(let id, let minuteOfDay, let zone):
      var options: JSONObject = ["id": .string(id), "time": time(minuteOfDay)]
      if let zone { options["timezone"] = .string(zone) }
      return ("scheduleDailyNotification", options)
    case .updateDaily(let id, let minuteOfDay, let zone):
      var options: JSONObject = ["id": .string(id), "title": "Changed"]
      if let minuteOfDay { options["time"] = time(minuteOfDay) }
      if let zone { options["timezone"] = .string(zone) }
      return ("updateSettings", options)
    case .scheduleInterval(let id, let minuteOfDay, let zone, let minutes):
      var options: JSONObject = [
        "id": .string(id), "time": time(minuteOfDay),
        "rolloverIntervalMinutes": .integer(Int64(minutes)),
      ]
      if let zone { options["timezone"] = .string(zone) }
      return ("scheduleDailyNotification", options)
    case .updateInterval(let id, let minutes):
      return (
        "updateSettings",
        ["id": .string(id), "rolloverIntervalMinutes": .integer(Int64(minutes))]
      )
    case .cancelAll: return ("cancelAllNotifications", [:])
    case .scheduleReminder(let id, let minuteOfDay, let zone, let isRepeating, let isUpdate):
      var options: JSONObject = [
        "id": .string(id), "title": "T", "body": "B", "time": time(minuteOfDay),
        "repeatDaily": .bool(isRepeating),
      ]
      if let zone { options["timezone"] = .string(zone) }
      return (isUpdate ? "updateDailyReminder" : "scheduleDailyReminder", options)
    case .cancelReminder(let id): return ("cancelDailyReminder", ["reminderId": .string(id)])
    case .configureFetcher:
      return (
        "configureNativeFetcher",
        [
          // On Android the histories look at what is shown, so that there must be content.
          "apiBaseUrl": isAndroid ? "https://api.test.example" : "https://api.example",
          "activeDid": .string(TestKeys.standard.identities[0]),
        ]
      )
    case .scheduleDual(let rule, let isSkipping, let isUpdate):
      let configuration: JSONValue = [
        "contentFetch": ["enabled": true, "schedule": "0 5 * * *"],
        "userNotification": [
          "enabled": true, "schedule": .string(rule.text), "title": "T", "body": "B",
        ],
        "relationship": [
          "contentTimeout": 86_400_000,
          "fallbackBehavior": .string(isSkipping ? "skip" : "show_default"),
        ],
      ]
      return (
        isUpdate ? "updateDualScheduleConfig" : "scheduleDualNotification",
        ["config": configuration]
      )
    case .scheduleUser(let rule):
      return (
        "scheduleUserNotification",
        ["enabled": true, "schedule": .string(rule.text), "title": "T", "body": "B"]
      )
    case .cancelDual: return ("cancelDualSchedule", [:])
    case .pauseDual: return ("pauseDualSchedule", [:])
    case .resumeDual: return ("resumeDualSchedule", [:])
    case .skipNext(let id): return ("skipNext", ["id": .string(id)])
    case .undoSkip(let id): return ("undoSkip", ["id": .string(id)])
    case .status: return ("getNotificationStatus", [:])
    case .requestPermission: return ("requestNotificationPermissions", [:])
    case .aside(let aside): return PhoneAdapter.call(aside)
    }
  }
}

extension PhoneAdapter {
  /// The method and options of a call that makes no difference.
  private static func call(_ aside: Aside) -> (String, JSONObject) {
    func identity(_ number: Int) -> JSONObject {
      ["activeDid": .string(TestKeys.standard.identities[number])]
    }
    switch aside {
    case .configure(let ttlSeconds, let leadMinutes, let retentionDays, let perDayMax):
      var options: JSONObject = [:]
      options["ttlSeconds"] = ttlSeconds.map { .integer(Int64($0)) }
      options["prefetchLeadMinutes"] = leadMinutes.map { .integer(Int64($0)) }
      options["retentionDays"] = retentionDays.map { .integer(Int64($0)) }
      options["maxNotificationsPerDay"] = perDayMax.map { .integer(Int64($0)) }
      return ("configure", options)
    case .configureServer(let address): return ("configure", ["apiServer": .string(address)])
    case .adaptive(let isOn): return ("setAdaptiveScheduling", ["enabled": .bool(isOn)])
    case .maintainWindow: return ("maintainRollingWindow", [:])
    case .coordinate: return ("coordinateBackgroundTasks", [:])
    case .lifecycle(let event):
      return ("handleAppLifecycleEvent", ["lifecycleEvent": .string(event)])
    case .identity(let number): return ("setActiveDidFromHost", identity(number))
    case .newToken(let number):
      return ("refreshAuthenticationForNewIdentity", identity(number))
    case .clearIdentityCache: return ("clearCacheForNewIdentity", [:])
    case .clearContent: return ("clearContentCache", [:])
    case .starredPlans(let count):
      let plans = (0..<count).map { JSONValue.string("plan\($0)") }
      return ("updateStarredPlans", ["planIds": .array(plans)])
    case .contentFetch(let hour):
      return (
        "scheduleContentFetch",
        ["enabled": .bool(hour != nil), "schedule": .string("0 \(hour ?? 5) * * *")]
      )
    case .question(let method): return (method, [:])
    }
  }
}

/// Reads the phone's records as they are written.
private struct Watcher: DeviceObserver {
  var observations: [Observation] = []
  /// Whether each record is kept as a line.
  var keepsLines = false
  var lines: [String] = []
  /// The next call.
  var nextCall: HostCall?
  /// What happened, as people are told.
  private(set) var history = PhoneHistory()
  private var calls: [Int: HostCall] = [:]
  /// The cancels, pauses and resumes that were answered while others waited for the person.
  ///
  /// They act again after those, whose numbers they have.
  private var actingAgain: [(call: HostCall, after: Set<Int>)] = []
  private var cursor: UInt64 = 0
  private var invariants = InvariantChecker()
  private var violationCount = 0

  mutating func eventHappened(on device: Device) {
    read(device)
    invariants.eventHappened(on: device)
    readViolations(device)
  }

  mutating func instantEnded(on device: Device) {
    invariants.instantEnded(on: device)
    readViolations(device)
  }

  mutating func observe(_ event: Observation.Event, _ device: Device) {
    observations.append(Observation(device.os.now.milliseconds, event))
  }

  private mutating func readViolations(_ device: Device) {
    let count = invariants.violations.count
    guard count > violationCount else { return }
    for violation in invariants.violations[violationCount...] {
      observe(.invariant(violation.id, message: violation.message), device)
    }
    violationCount = count
  }

  mutating func read(_ device: Device) {
    let next = device.os.trace.nextSequence
    guard cursor < next else { return }
    var found: [Observation] = []
    device.os.trace.forEach(from: cursor) { history.recordWritten($0) }
    history.eventHappened(on: device)
    if keepsLines {
      let zone = device.os.zone
      device.os.trace.forEach(from: cursor) { record in
        let day = zone.wallTime(at: record.wallMilliseconds).date.text
        lines.append("\(day) \(RecordText.line(record, zone: zone))")
      }
    }
    device.os.trace.forEach(from: cursor) { record in
      if case .notification(.delivered(let shown)) = record.payload, device.os.isAndroid,
        shown.content.info.isOccurrence
      {
        let age = shown.content.info.fetchedAt.map { shown.deliveredAt - $0 }
        found.append(Observation(record.instant.milliseconds, .content(age: age)))
      }
      guard let event = event(record.payload, device) else { return }
      found.append(Observation(record.instant.milliseconds, event))
      for again in actingAgain where again.after.isEmpty {
        found.append(Observation(record.instant.milliseconds, .accepted(again.call)))
      }
      actingAgain.removeAll(where: \.after.isEmpty)
      if case .accepted(.requestPermission) = event,
        case .plugin(.replied(_, let reply)) = record.payload
      {
        let isGranted = Watcher.member(reply.json, "granted") == true
        found.append(
          Observation(record.instant.milliseconds, .permissionReply(isGranted: isGranted)))
      }
      // While a removal is in flight, status and phone may differ.
      guard case .accepted(.status) = event, case .plugin(.replied(_, let reply)) = record.payload,
        !device.os.isRemovalInFlight
      else { return }
      let answer = Watcher.status(reply.json, device)
      found.append(Observation(record.instant.milliseconds, .status(answer)))
    }
    observations += found
    cursor = next
  }

  private mutating func event(
    _ record: DeviceRecord, _ device: Device
  ) -> Observation.Event? {
    switch record {
    case .command(.called(let call)):
      if let nextCall { calls[call.number] = nextCall }
      nextCall = nil
      return nil
    case .plugin(.replied(let call, let reply)):
      guard let act = calls.removeValue(forKey: call.number) else { return nil }
      for place in actingAgain.indices { actingAgain[place].after.remove(call.number) }
      if case .aside(let aside) = act { return Watcher.misspelled(aside, reply, act) }
      guard reply.isRejected else {
        if act.isWithdrawal, device.os.dialog != nil, !calls.isEmpty {
          actingAgain.append((act, Set(calls.keys)))
        }
        return .accepted(act)
      }
      return .rejected(act, error: Watcher.text(reply.json, "error"))
    case .plugin(.callLost(let call)):
      calls.removeValue(forKey: call.number)
      actingAgain.removeAll()
      return nil
    case .plugin(.entry(let entry)):
      return entry.hasEntrySteps ? .entry(isTimeChange: entry == .timeChange) : nil
    case .notification(.delivered(let shown)) where shown.content.info.purpose == .postponed:
      return .shownAgain(
        schedule: shown.content.info.scheduleID, identifier: shown.identifier)
    case .notification(.notDelivered(let item)) where item.content.info.purpose == .postponed:
      return .withheldAgain(
        identifier: item.identifier, Watcher.withholding(item.reason))
    // What other code shows stands for no occurrence.
    case .notification(.delivered(let shown)) where !shown.content.info.isOccurrence: return nil
    case .notification(.notDelivered(let item)) where !item.content.info.isOccurrence: return nil
    case .notification(.delivered(let shown)):
      return .shown(
        schedule: shown.content.info.scheduleID, planned: shown.occurrence,
        identifier: shown.identifier)
    case .notification(.notDelivered(let item)):
      return .withheld(
        schedule: item.content.info.scheduleID, Watcher.withholding(item.reason))
    case .plugin(.hostEvent(.notificationDelivered(let delivered))):
      return .reportedDelivered(
        schedule: delivered.id, planned: delivered.plannedTime,
        isCertain: delivered.certainty == .certain)
    case .plugin(.hostEvent(.notificationMissed(let missed))):
      return .reportedMissed(
        schedule: missed.id, planned: missed.plannedTime,
        date: WallTime(minutesSinceEpoch: missed.wallMinute).date,
        isCertain: missed.certainty == .certain)
    case .process(.changed(let state)): return state.isAlive ? nil : .processEnded
    case .android(.hibernationChanged(isHibernating: true)): return .hibernated
    case .android(.permissionReset): return .permissionReset
    case .storage(.writeFailed): return .writeFailed
    default: return nil
    }
  }

  /// Whether an aside is accepted makes no difference, but it must be one that the plugin knows.
  ///
  /// A lifetime shorter than the lead is rejected, too.
  private static func misspelled(
    _ aside: Aside, _ reply: PluginReply, _ call: HostCall
  ) -> Observation.Event? {
    guard reply.isRejected else { return nil }
    let error = Watcher.text(reply.json, "error")
    if case .configure = aside, error == "invalid_parameter" { return nil }
    let isKnown = !["invalid_parameter", "missing_parameter", "unimplemented"].contains(error)
    return isKnown ? nil : .rejected(call, error: error)
  }

  private static func withholding(_ reason: NotDeliveredReason) -> Observation.Withholding {
    switch reason {
    case .denied: .denied
    case .noDelegate: .noDelegate
    case .suppressedByDelegate: .replaced
    case .phoneOff: .phoneOff
    // No history has another delegate, or a notification without text, and what the model of an
    // Android phone expects does not depend on the reason.
    case .otherDelegate, .emptyContent, .takenFromSummary, .channelBlocked, .noChannel, .tooMany,
      .tooFast:
      .denied
    }
  }

  static func pending(_ device: Device) -> [PendingRequest] {
    device.pending.filter { $0.content.info.purpose != .foreign }.map { pending in
      PendingRequest(
        schedule: pending.content.info.scheduleID, trigger: pending.triggerMilliseconds,
        isOnItsWay: pending.isOverdue, isPostponed: !pending.content.info.isOccurrence)
    }
  }

  private static func status(_ json: JSONValue, _ device: Device) -> StatusAnswer {
    StatusAnswer(
      isEnabled: member(json, "isEnabled") == true,
      isScheduled: member(json, "isScheduled") == true,
      next: integer(json, "nextNotificationTime"), pending: Int(integer(json, "pending") ?? -1),
      requests: pending(device))
  }

  private static func member(_ json: JSONValue, _ key: String) -> JSONValue {
    guard case .object(let object) = json else { return .null }
    return object[key] ?? .null
  }

  private static func integer(_ json: JSONValue, _ key: String) -> Int64? {
    guard case .integer(let number) = member(json, key) else { return nil }
    return number
  }

  private static func text(_ json: JSONValue, _ key: String) -> String {
    guard case .string(let text) = member(json, key) else { return "" }
    return text
  }
}

extension HostCall {
  /// Whether it cancels, pauses or resumes.
  fileprivate var isWithdrawal: Bool {
    switch self {
    case .cancelAll, .cancelReminder, .cancelDual, .pauseDual, .resumeDual: true
    default: false
    }
  }
}
