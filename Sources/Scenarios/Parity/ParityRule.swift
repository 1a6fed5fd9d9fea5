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
    }
  }

  /// Whether it explains that a fact differs.
  func explains(_ fact: ParityFact, ios: ParityFacts, android: ParityFacts) -> Bool {
    let isLost = android.causes.contains { ParityRule.losses.contains($0) }
    switch self {
    case .alarmsLost:
      guard isLost else { return false }
      return [.shown, .fetched, .drift, .missed, .pending, .reach, .recoveries].contains(fact)
    case .permissions:
      let own = Set(ios.rejections).symmetricDifference(android.rejections)
      return fact == .rejections && own.allSatisfy(ParityRule.ownRejections.contains)
    case .standing:
      let isRunOut = android.shown > ios.shown && ios.pending == 0
      return isRunOut && [.shown, .fetched, .pending, .reach, .missed].contains(fact)
    case .punctuality:
      let isPunctual =
        (android.driftMilliseconds ?? 0) <= ParityRule.fetchMilliseconds
        || android.causes.contains("alarmHeld")
      return fact == .drift && isPunctual
    case .fireTime:
      switch fact {
      case .codeAtFireTime: return ios.codeRuns <= android.codeRuns
      case .fetched: return android.fetched > ios.fetched
      case .tokens: return android.shown > 0 && android.tokens > ios.tokens
      case .notModified: return android.shown > 0 && android.notModified > ios.notModified
      case .outcome, .shown, .drift, .prefetches, .lateness, .missed, .pending, .reach,
        .recoveries, .rejections:
        return false
      }
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
      return fact == .recoveries && android.missed == ios.missed
    }
  }

  /// What takes alarms, or keeps them from the app.
  private static let losses = [
    "alarmLost.phoneOff", "alarmLost.forceStop", "alarmLost.permissionRevoked",
    "unreceived.appStopped",
  ]

  /// Rejections of calls that only one system knows.
  private static let ownRejections: Set = [
    "exact_alarm_permission_required", "channel_disabled", "background_refresh_disabled",
  ]

  /// For how long a receiver fetches at most, with what it takes to show the result, in ms.
  private static let fetchMilliseconds: Int64 = 8_250
}
