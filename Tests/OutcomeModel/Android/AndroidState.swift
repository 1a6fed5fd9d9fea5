/// The state of an Android phone that an iPhone does not have.
///
/// There code runs when an alarm fires: it shows the occurrence with the best content of that
/// moment and sets the alarms of what follows. So a schedule goes on for ever once it is armed, and
/// nothing but what ends alarms breaks it off: power, a stop by force, a lost permission. Then the
/// next broadcast or visit has to set them again, and what passed in between has to be reported.
struct AndroidState: Sendable {
  let traits: AndroidTraits
  var isLocked = false
  var isForcedIntoDoze = false
  /// Whether a standby bucket that was set by hand limits alarms; nil where the app's use decides.
  var isLimitedByHand: Bool?
  /// When the app was opened last, in milliseconds since the run began.
  var lastOpened: Int64 = 0
  var isStopped = false
  /// How often the person has denied the permission in the dialog; in Settings that is final.
  var denials = 0
  /// When the latest dialog went, answered or not.
  var lastDialogEnd: Int64?
  /// Whether the app is exempt from battery optimization, or restricted in the background.
  var isExempt = false
  var isRestricted = false
  /// Whether exact alarms are allowed; true on an iPhone, which has none.
  var isExactAllowed: Bool
  private var blocked: Set<Bool> = []
  var isOnline = true
  var hasKeys = true
  /// When what a fetch needs changed last: the network, the store, the keys.
  var lastFetchTrouble: Int64 = 0
  /// The age of the content of what is shown next; nil for its default text.
  var nextAge: Int64?
  /// When the clock put something ahead again whose receiver was waiting for content.
  var lastTakenBack: Int64 = -1_000_000
  /// By when a broadcast has let the plugin set its alarms again; nil while none is on its way.
  var armedBy: Int64?

  /// How late a receiver shows what its alarm stands for at most, in milliseconds.
  static let receiverMilliseconds: Int64 = 10_000
  /// How late what needs no content is shown at most: an alarm that is set less than five seconds
  /// before its time fires five seconds after that.
  static let atOnceMilliseconds: Int64 = 6_000
  /// How long after the first unlock BOOT_COMPLETED is sent at most, in milliseconds.
  static let bootMilliseconds: Int64 = 61_000
  /// For how long after its use the app is in the active bucket, in milliseconds.
  static let activeMilliseconds: Int64 = 12 * 3_600_000
  /// How long Doze holds back what waits for it at most, in milliseconds.
  static let dozeMilliseconds: Int64 = 6 * 3_600_000 + 600_000
  /// How old content may be when it is shown, in milliseconds.
  static let ageMax: Int64 = 86_400_000
  /// How many denials are final.
  static let denialsMax = 2
  /// How many occurrences of a schedule have an alarm.
  static let ahead = 2

  /// The state of a new phone; nil for an iPhone.
  init(_ traits: AndroidTraits?) {
    self.traits = traits ?? AndroidTraits()
    isExactAllowed = traits?.isExactAllowedAtFirst ?? true
  }

  /// Whether exact alarms can be set: by the permission, or by the exemption.
  var canSetExact: Bool { isExactAllowed || isExempt }

  /// How late the phone's maker lets an exact alarm fire at most, in milliseconds.
  var makerDelay: Int64 {
    let isDelayed = traits.exactCall != "alarmClock" || traits.delaysAlarmClocks
    return isDelayed ? Int64(traits.makerDelayMinutes) * 60_000 : 0
  }

  /// How long the system may hold back an exact alarm now, in milliseconds.
  var deferral: Int64 {
    guard traits.exactCall == "exact" else { return makerDelay }
    return makerDelay + (isForcedIntoDoze || isLocked ? AndroidState.dozeMilliseconds : 0)
  }

  /// Whether the app is in a standby bucket that limits alarms, as far as is known.
  ///
  /// It is in the active one for half a day after its use at least.
  func isBucketLimited(at now: Int64) -> Bool {
    isLimitedByHand ?? (now - lastOpened >= AndroidState.activeMilliseconds)
  }

  /// Whether the quota of its standby bucket may hold it back, for days where others wait as well,
  /// or the person's restriction does.
  func mayBeHeld(at now: Int64) -> Bool {
    switch traits.exactCall {
    case "exact": isRestricted || isBucketLimited(at: now)
    case "allowWhileIdle": isRestricted
    default: false
    }
  }

  /// The app is opened.
  mutating func opened(at now: Int64) {
    (isStopped, isLimitedByHand, lastOpened) = (false, nil, now)
  }

  /// Whether the channel of a kind of schedule is blocked.
  func isBlocked(_ kind: OutcomeModel.Kind) -> Bool { blocked.contains(kind == .reminder) }

  mutating func setChannel(isOfReminders: Bool, isBlocked: Bool) {
    if isBlocked { blocked.insert(isOfReminders) } else { blocked.remove(isOfReminders) }
  }

  /// The app is removed and installed again.
  mutating func reinstall() {
    isStopped = true
    armedBy = nil
    denials = 0
    lastDialogEnd = nil
    isExactAllowed = traits.isExactAllowedAtFirst
    (isExempt, isRestricted) = (false, false)
    blocked.removeAll()
    hasKeys = false
  }
}

extension AndroidTraits {
  /// Whether an app may notify, and set exact alarms, before anybody has been asked.
  var isAllowedAtFirst: Bool { apiLevel < 33 }
  var isExactAllowedAtFirst: Bool { apiLevel < 34 }
}
