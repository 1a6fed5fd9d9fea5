import CivilTime
import JSONText
import Testing

@testable import DailyNotification

@Suite("A daily schedule on Android")
struct AndroidDailyTests {
  private var phone: AndroidPhone

  init() throws {
    phone = try AndroidPhone()
    phone.launch()
    #expect(
      phone.call("scheduleDailyNotification", ["time": "05:53"]) == .value(["warning": nil]))
  }

  @Test("has an alarm for the next occurrence, one for that after, and work before it")
  func arms() {
    #expect(
      phone.alarms == [
        "daily_daily_2025-11-15T05:53 2025-11-15T05:53:00Z",
        "daily_daily_2025-11-16T05:53 2025-11-16T05:53:00Z",
      ])
    #expect(
      phone.system.works == [
        "dnp_fetch_daily": .init(waiting: [ISO8601.parse("2025-11-15T05:48:00Z") ?? 0])
      ])
    #expect(phone.system.alarms.values.allSatisfy { $0.call == .alarmClock })
  }

  @Test("logs the first run with the words of its system")
  mutating func lines() throws {
    try phone.advance(to: "2025-11-15T05:54:00Z")
    #expect(
      phone.system.lines == [
        "[DNP-SCHEDULER] scheduleDailyNotification() → notificationTime=2025-11-15T05:53:00Z",
        "[DNP-FETCH] Scheduling prefetch for notification at 2025-11-15T05:53:00Z",
        "[DNP-FETCH] Work scheduled (earliestBeginDate=2025-11-15T05:48:00Z)",
        "[DNP-SCHEDULER] Scheduling notification for 2025-11-15T05:53:00Z",
        "[DNP-STORAGE] Persisted schedule to DB (id=daily, type=DAILY, time=05:53, "
          + "next=2025-11-15T05:53:00Z)",
        "[DNP-FETCH] Work started (earliestBeginDate=2025-11-15T05:48:00Z, "
          + "actual=2025-11-15T05:48:00Z, late=0s)",
        "[DNP-FETCH] Work scheduled (earliestBeginDate=2025-11-16T05:48:00Z)",
        "[DNP-FETCH] Prefetch succeeded (status=200, bytes=170)",
        "[DNP-FETCH] Work completed (success=true)",
        "[DNP-SCHEDULER] Notification delivered (id=daily, source=cache, "
          + "planned=2025-11-15T05:53:00Z)",
      ])
  }

  @Test("is shown once a day at its time with prefetched content, and arms what follows")
  mutating func days() throws {
    try phone.advance(to: "2025-11-18T12:00:00Z")
    #expect(
      phone.shown
        == (15...18).map { "daily_daily_2025-11-\($0)T05:53 cache 2025-11-\($0)T05:53:00Z" })
    #expect(
      phone.alarms == [
        "daily_daily_2025-11-19T05:53 2025-11-19T05:53:00Z",
        "daily_daily_2025-11-20T05:53 2025-11-20T05:53:00Z",
      ])
    #expect(phone.missed == [])
    #expect(phone.system.store.historyRows.map(\.deliveredAt).count == 4)
    #expect(phone.system.finished.count == 4)
    #expect(
      phone.system.policies == [.replace] + Array(repeating: .appendOrReplace, count: 4))
    #expect(phone.system.results == [.success, .success, .success, .success])
  }

  @Test("is shown though the process has ended, and though it ends each day")
  mutating func killed() throws {
    for day in 15...18 {
      phone.kill()
      try phone.advance(to: "2025-11-\(day)T12:00:00Z")
    }
    #expect(
      phone.shown
        == (15...18).map { "daily_daily_2025-11-\($0)T05:53 cache 2025-11-\($0)T05:53:00Z" })
    phone.launch()
    #expect(phone.missed == [])
    #expect(phone.system.store.historyRows.count == 4)
  }

  @Test("fetches at its time when no prefetch has run, and shows what has come")
  mutating func live() throws {
    phone.system.works = [:]
    try phone.advance(to: "2025-11-15T06:00:00Z")
    #expect(phone.shown == ["daily_daily_2025-11-15T05:53 live 2025-11-15T05:53:00.200Z"])
    #expect(phone.system.finished == ["daily_daily_2025-11-15T05:53"])
  }

  @Test("shows the default text when the fetch at its time fails, or takes too long")
  mutating func defaultText() throws {
    phone.system.works = [:]
    phone.outcome = .unreachable
    try phone.advance(to: "2025-11-15T06:00:00Z")
    phone.system.works = [:]
    phone.outcome = nil
    phone.fetchMilliseconds = 9_000
    try phone.advance(to: "2025-11-16T06:00:00Z")
    #expect(
      phone.shown == [
        "daily_daily_2025-11-15T05:53 default 2025-11-15T05:53:00.200Z",
        "daily_daily_2025-11-16T05:53 default 2025-11-16T05:53:08Z",
      ])
    #expect(phone.missed == [])
    #expect(phone.hasLine("Prefetch failed (reason=TIMEOUT"))
  }

  @Test("is missed for certain when the process dies while it waits for content")
  mutating func diesWaiting() throws {
    phone.system.works = [:]
    phone.fetchMilliseconds = 5_000
    try phone.advance(to: "2025-11-15T05:53:02Z")
    #expect(phone.shown == [])
    #expect(phone.alarms.first == "daily_daily_2025-11-16T05:53 2025-11-16T05:53:00Z")
    phone.kill()
    try phone.advance(to: "2025-11-15T06:00:00Z")
    phone.launch()
    #expect(phone.shown == [])
    #expect(phone.missed == ["daily 2025-11-15T05:53:00Z processDied certain"])
  }

  @Test("is never shown with content that is too old at its time")
  mutating func stale() throws {
    try phone.advance(to: "2025-11-15T05:50:00Z")
    for index in phone.system.store.contentRows.indices {
      phone.system.store.contentRows[index].fetchedAt -= 86_400_000
    }
    phone.outcome = .unreachable
    try phone.advance(to: "2025-11-15T06:00:00Z")
    #expect(phone.shown == ["daily_daily_2025-11-15T05:53 default 2025-11-15T05:53:00.200Z"])
    #expect(phone.hasLine("Content discarded"))
  }

  @Test("is not shown after it was cancelled, also while it waits for content")
  mutating func cancelled() throws {
    phone.system.works = [:]
    phone.fetchMilliseconds = 5_000
    try phone.advance(to: "2025-11-15T05:53:02Z")
    phone.call("cancelAllNotifications")
    #expect(phone.system.finished == ["daily_daily_2025-11-15T05:53"])
    try phone.advance(to: "2025-11-17T06:00:00Z")
    #expect(phone.shown == [])
    #expect(phone.missed == [])
    #expect(phone.alarms == [])
    #expect(phone.system.intents == [])
  }

  @Test("moves with a change of its time, also on a date that has another alarm")
  mutating func updated() throws {
    phone.call("updateSettings", ["time": "07:00"])
    #expect(
      phone.alarms == [
        "daily_daily_2025-11-15T07:00 2025-11-15T07:00:00Z",
        "daily_daily_2025-11-16T07:00 2025-11-16T07:00:00Z",
      ])
    try phone.advance(to: "2025-11-15T07:30:00Z")
    #expect(phone.shown == ["daily_daily_2025-11-15T07:00 cache 2025-11-15T07:00:00Z"])
    phone.call("updateSettings", ["time": "05:00", "title": "New"])
    #expect(
      phone.alarms == [
        "daily_daily_2025-11-16T05:00 2025-11-16T05:00:00Z",
        "daily_daily_2025-11-17T05:00 2025-11-17T05:00:00Z",
      ])
    phone.call("updateSettings", ["title": "Newer"])
    #expect(phone.system.alarms.values.allSatisfy { $0.payload.title == "Newer" })
    #expect(phone.missed == [])
  }

  @Test("is shown when its time is changed while it is on its way, and so is the new one")
  mutating func updatedOnItsWay() throws {
    // In Tokyo it is 14:00: a flight has jumped over 05:53, which fires at once.
    phone.system.zone = try Zone(identifier: "Asia/Tokyo")
    phone.broadcast(.timezoneChanged)
    phone.call("updateSettings", ["time": "16:00"])
    try phone.advance(to: "2025-11-15T07:30:00Z")
    #expect(
      phone.shown == [
        "daily_daily_2025-11-15T05:53 default 2025-11-15T05:42:30Z",
        "daily_daily_2025-11-15T16:00 cache 2025-11-15T07:00:00Z",
      ])
    #expect(phone.missed == [])
  }

  @Test("is answered with its next time when 'createSchedule' makes it")
  mutating func created() {
    let answer = phone.call("createSchedule", ["id": "x", "kind": "notify", "clockTime": "07:00"])
    guard case .value(let reply)? = answer else {
      Issue.record("rejected")
      return
    }
    #expect(reply["nextRunAt"]?.integerValue == ISO8601.parse("2025-11-15T07:00:00Z"))
  }

  @Test("that a flight has jumped over is set for now once: the alarm manager puts it off")
  mutating func hurriedOnce() throws {
    let name = "daily_daily_2025-11-15T05:53"
    phone.system.zone = try Zone(identifier: "Asia/Tokyo")
    phone.broadcast(.timezoneChanged)
    let time = phone.system.alarms[name]?.time
    #expect(time == phone.system.wallMilliseconds)
    phone.system.wallMilliseconds += 3_000
    phone.call("getNotificationStatus")
    phone.call("scheduleDailyNotification", ["id": "second", "time": "07:00"])
    #expect(phone.system.alarms[name]?.time == time)
    #expect(phone.missed == [])
  }

  @Test("is lost with the permission for exact alarms, whatever pending intents say")
  mutating func permissionLost() throws {
    phone.kill()
    phone.system.alarms = [:]
    phone.pass(to: ISO8601.parse("2025-11-15T05:53:05Z") ?? 0)
    phone.broadcast(.exactAlarmPermissionChanged)
    #expect(phone.missed == ["daily 2025-11-15T05:53:00Z exactAlarmDenied certain"])
    #expect(phone.alarms.count == 2)
  }

  @Test("is missed for certain while the phone is off, and armed again when it starts")
  mutating func off() throws {
    phone.reboot(minutesOff: 60)
    #expect(phone.missed == ["daily 2025-11-15T05:53:00Z noCodeRan certain"])
    #expect(phone.hasLine("scenario=boot missed=1 verified=0 rescheduled=2"))
    try phone.advance(to: "2025-11-16T06:00:00Z")
    #expect(phone.shown == ["daily_daily_2025-11-16T05:53 cache 2025-11-16T05:53:00Z"])
  }

  @Test("is found lost by a termination after a stop and a restart, however short the uptime")
  mutating func stoppedThroughRestart() throws {
    phone.forceStop()
    phone.reboot()
    phone.launch()
    #expect(phone.hasLine("scenario=termination missed=0 verified=0 rescheduled=2"))
    #expect(!phone.hasLine("scenario=boot"))
    // Leaving the stopped state is announced like a boot, and is none.
    phone.system.wasForceStopped = true
    phone.broadcast(.bootCompleted)
    #expect(!phone.hasLine("scenario=boot"))
    #expect(phone.value("getRebootRecoveryStatus")?["lastScenario"] == "termination")
  }

  @Test("is found after a boot by its receiver, and by a start in the minute after that")
  mutating func startAfterBoot() throws {
    phone.reboot()
    phone.kill()
    phone.pass(to: phone.system.wallMilliseconds + 59_999)
    phone.launch()
    #expect(phone.value("getRebootRecoveryStatus")?["lastScenario"] == "boot")
    phone.kill()
    phone.pass(to: phone.system.wallMilliseconds + 1)
    phone.launch()
    #expect(phone.value("getRebootRecoveryStatus")?["lastScenario"] == "warmStart")
  }

  @Test("waits for the unlock after a start")
  mutating func locked() throws {
    phone.reboot(isLocked: true)
    #expect(phone.alarms == [])
    try phone.advance(to: "2025-11-16T08:00:00Z")
    #expect(phone.shown == [])
    phone.unlock()
    #expect(
      phone.missed == [
        "daily 2025-11-15T05:53:00Z noCodeRan certain",
        "daily 2025-11-16T05:53:00Z noCodeRan certain",
      ])
    #expect(phone.alarms.count == 2)
  }

  @Test(
    "is found lost after a stop by force, whatever pending intents say", arguments: [false, true])
  mutating func forceStopped(keepsIntents: Bool) throws {
    phone.forceStop(keepsIntents: keepsIntents)
    try phone.advance(to: "2025-11-17T08:00:00Z")
    phone.launch()
    #expect(phone.shown == [])
    #expect(
      phone.missed
        == (15...17).map { "daily 2025-11-\($0)T05:53:00Z noCodeRan certain" })
    #expect(phone.hasLine("scenario=termination missed=3"))
    try phone.advance(to: "2025-11-18T06:00:00Z")
    #expect(phone.shown.count == 1)
  }

  @Test("is set again after a stop by force before its time, whatever pending intents say")
  mutating func forceStoppedBefore() throws {
    phone.forceStop(keepsIntents: true)
    phone.launch()
    #expect(phone.alarms.count == 2)
    try phone.advance(to: "2025-11-15T06:00:00Z")
    #expect(phone.shown.count == 1)
    #expect(phone.missed == [])
  }

  @Test("fires at once when the clock or a flight jumps over it, and not again on the way back")
  mutating func jumps() throws {
    try phone.setClock(to: "2025-11-15T09:00:00Z")
    phone.advance(to: phone.system.wallMilliseconds + 20_000)
    #expect(phone.shown == ["daily_daily_2025-11-15T05:53 live 2025-11-15T09:00:00.200Z"])
    #expect(phone.hasLine("notification drift > 180s"))
    try phone.setClock(to: "2025-11-15T05:00:00Z")
    try phone.advance(to: "2025-11-15T22:00:00Z")
    #expect(phone.shown.count == 1)
    try phone.travel(to: "Asia/Tokyo")
    phone.advance(to: phone.system.wallMilliseconds + 20_000)
    #expect(phone.shown.count == 2)
    try phone.travel(to: "UTC")
    try phone.advance(to: "2025-11-16T22:00:00Z")
    #expect(phone.shown.count == 2)
    try phone.advance(to: "2025-11-17T22:00:00Z")
    #expect(phone.shown.count == 3)
    #expect(phone.missed == [])
  }

  @Test("says in its status what is armed")
  mutating func status() throws {
    let status = phone.value("getNotificationStatus")
    #expect(status?["isScheduled"] == true)
    #expect(status?["pending"] == 2)
    #expect(status?["nextNotificationTime"]?.integerValue == ISO8601.parse("2025-11-15T05:53:00Z"))
    #expect(status?["error"] == .null)
  }
}
