/// A documented rule by which the two systems differ.
public enum ParityRule: String, Hashable, Sendable, CaseIterable {
  case alarmsLost
  case permissions
  case standing
  case punctuality
  case fireTime
  case background
  case window
  case hearsay
  case denied
  case clock

  /// The rule in a sentence.
  public var text: String {
    switch self {
    case .alarmsLost:
      "Alarms die with the power, a force-stop and the permission for exact alarms; requests of "
        + "iOS survive, and what falls due while the phone is off is shown at its start."
    case .permissions:
      "Only Android has a permission for exact alarms and channels that can be blocked; only iOS "
        + "has Background App Refresh."
    case .standing:
      "Without the app's code an iPhone shows what was added before, eight weeks at most; on "
        + "Android each receiver sets the next alarm, and 50 notifications are shown at once."
    case .punctuality:
      "iOS shows a notification up to 180 s after its time; an exact Android alarm fires at its "
        + "time, Doze and eight seconds for a fetch aside."
    case .fireTime:
      "On Android the plugin's code runs when an alarm fires: it chooses the text then and fetches "
        + "for at most eight seconds; on iOS the text stands in the request."
    case .background:
      "iOS launches a refresh task when it likes, not while the app is in use, but without a "
        + "network too; WorkManager runs work after its delay as soon as network and Doze allow."
    case .window:
      "iOS holds requests for up to eight weeks, 56 of its 64 places; on Android the next alarm of "
        + "each schedule is set, and the one after it: two for each request at most."
    case .hearsay:
      "What was shown while no code ran is known on iOS only from Notification Center, and "
        + "recovery waits for the next launch; on Android receivers write it down and recover."
    case .denied:
      "While notifications are denied, the plugin's code takes back what is armed and reports what "
        + "was not shown, whenever it runs next: on iOS at a launch or in a task, on Android at an "
        + "alarm or a broadcast, too. After the grant nothing is armed until code runs."
    case .clock:
      "Android tells the app at once that the clock or the zone has changed; on iOS an app that is "
        + "closed learns it at its next launch. Of the dates that are jumped over, a repeating "
        + "request of iOS shows one; Android shows those whose alarms were set, two at most."
    }
  }

  /// Whether it explains that a fact differs.
  func explains(_ fact: ParityFact, ios: ParityFacts, android: ParityFacts) -> Bool {
    switch self {
    case .alarmsLost:
      guard android.causes.contains(where: ParityRule.losses.contains) else { return false }
      return [.shown, .fetched, .drift, .missed, .pending, .reach, .recoveries].contains(fact)
    case .permissions:
      let own = Set(ios.rejections).symmetricDifference(android.rejections)
      return fact == .rejections && own.allSatisfy(ParityRule.ownRejections.contains)
    case .standing:
      let isRunOut = android.shown > ios.shown && ios.pending == 0
      return isRunOut && [.shown, .fetched, .pending, .reach, .missed].contains(fact)
    case .punctuality: return ParityRule.isPunctual(fact, ios: ios, android: android)
    case .fireTime: return ParityRule.isOfFireTime(fact, ios: ios, android: android)
    case .background:
      switch fact {
      case .prefetches, .lateness: return true
      case .fetched, .tokens, .notModified: return ios.prefetches != android.prefetches
      case .outcome, .shown, .drift, .codeAtFireTime, .missed, .pending, .reach, .recoveries,
        .rejections:
        return false
      }
    case .window:
      return [.pending, .reach].contains(fact) && (android.pending > 0) == (ios.pending > 0)
        && android.pending <= 2 * ios.pending
    case .hearsay:
      if fact == .recoveries { return android.missed == ios.missed }
      // What was dismissed before any code ran may have been missed, for all that iOS tells.
      return fact == .missed && ios.dismissals > 0 && ios.shown == android.shown
        && ios.missed > android.missed && ios.missed - android.missed <= ios.shown
    case .denied: return ParityRule.isOfDenial(fact, ios: ios, android: android)
    case .clock: return ParityRule.isOfClock(fact, ios: ios, android: android)
    }
  }

  private static func isPunctual(
    _ fact: ParityFact, ios: ParityFacts, android: ParityFacts
  ) -> Bool {
    switch fact {
    case .drift:
      if android.causes.contains("alarmHeld") { return true }
      guard let late = android.driftMilliseconds else { return ios.driftMilliseconds != nil }
      if late <= fetchMilliseconds { return true }
      // Both are late, since something has held both back: one of them is later by its own rule.
      guard let other = ios.driftMilliseconds else { return false }
      return (-fetchMilliseconds...lateMilliseconds).contains(other - late)
    case .shown:
      // The run ends while iOS takes its time.
      return android.shown > ios.shown && android.shown - ios.shown <= ios.onItsWay
    case .outcome, .fetched, .codeAtFireTime, .prefetches, .lateness, .tokens, .notModified,
      .missed, .pending, .reach, .recoveries, .rejections:
      return false
    }
  }

  private static func isOfFireTime(
    _ fact: ParityFact, ios: ParityFacts, android: ParityFacts
  ) -> Bool {
    switch fact {
    case .codeAtFireTime:
      // Code runs at each showing of Android, so that fewer runs are fewer showings.
      return ios.codeRuns - android.codeRuns <= max(0, ios.shown - android.shown)
    case .fetched: return android.fetched > ios.fetched
    case .tokens: return android.shown > 0 && android.tokens > ios.tokens
    case .notModified: return android.shown > 0 && android.notModified > ios.notModified
    case .outcome, .shown, .drift, .prefetches, .lateness, .missed, .pending, .reach, .recoveries,
      .rejections:
      return false
    }
  }

  private static func isOfDenial(
    _ fact: ParityFact, ios: ParityFacts, android: ParityFacts
  ) -> Bool {
    guard ios.denials > 0, android.denials > 0 else { return false }
    switch fact {
    case .missed, .recoveries, .fetched, .drift: return true
    case .shown:
      // The one with fewer has nothing armed any more, or knows what it has not shown.
      let (fewer, more) = ios.shown < android.shown ? (ios, android) : (android, ios)
      return fewer.pending == 0 || fewer.missed > more.missed
    case .pending, .reach: return ios.pending == 0 || android.pending == 0
    case .outcome, .codeAtFireTime, .prefetches, .lateness, .tokens, .notModified, .rejections:
      return false
    }
  }

  private static func isOfClock(
    _ fact: ParityFact, ios: ParityFacts, android: ParityFacts
  ) -> Bool {
    let changes = min(ios.clockChanges, android.clockChanges)
    // Each change jumps over two alarms of each schedule at most, or brings them back.
    let most = 2 * changes * max(ios.scheduleCalls, android.scheduleCalls, 1)
    guard changes > 0, abs(ios.shown - android.shown) <= most,
      abs(ios.missed - android.missed) <= most
    else { return false }
    switch fact {
    case .shown, .fetched, .drift, .missed, .recoveries: return true
    case .outcome, .codeAtFireTime, .prefetches, .lateness, .tokens, .notModified, .pending,
      .reach, .rejections:
      return false
    }
  }

  /// What takes alarms, or keeps them from the app.
  private static let losses = [
    "alarmLost.phoneOff", "alarmLost.forceStop", "alarmLost.hibernation", "alarmLost.restored",
    "alarmLost.permissionRevoked",
    "unreceived.appStopped",
  ]

  /// Rejections of calls that only one system knows.
  private static let ownRejections: Set = [
    "exact_alarm_permission_required", "channel_disabled", "background_refresh_disabled",
  ]

  /// For how long a receiver fetches at most, with what it takes to show the result, in ms.
  private static let fetchMilliseconds: Int64 = 8_250

  /// How late iOS shows a notification at most, in ms.
  private static let lateMilliseconds: Int64 = 180_000
}
