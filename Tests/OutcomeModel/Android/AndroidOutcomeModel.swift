import CivilTime

/// What a person with an Android phone must see of the schedules, and what may be reported of it.
///
/// There code runs when an alarm fires: it shows the occurrence with the best content of that
/// moment and sets the alarms of what follows. So a schedule goes on for ever once it is armed, and
/// nothing but what ends alarms breaks it off: power, a stop by force, a lost permission. Then the
/// next broadcast or visit has to set them again, and what passed in between has to be reported.
///
/// It is written from the contract alone and shares only the zones' offsets with the plugin.
public struct AndroidOutcomeModel: Sendable {
  /// How late a receiver shows what its alarm stands for at most, in milliseconds.
  static let receiverMilliseconds: Int64 = 10_000
  /// How long after the first unlock BOOT_COMPLETED is sent at most, in milliseconds.
  static let bootMilliseconds: Int64 = 61_000
  /// How long Doze holds back what waits for it at most, in milliseconds.
  static let dozeMilliseconds: Int64 = 6 * 3_600_000 + 600_000
  /// How old content may be when it is shown, in milliseconds.
  static let ageMax: Int64 = 86_400_000
  /// How many denials are final.
  static let denialsMax = 2
  /// How many occurrences of a schedule have an alarm.
  static let ahead = 2

  let traits: AndroidTraits
  /// The disagreements so far.
  public internal(set) var disagreements: [Disagreement] = []

  // The phone as the acts left it.
  var now: Int64 = 0
  var wallOffset: Int64
  var zone: Zone
  var zonesSeen: [Zone]
  var isOn = true
  var isUnlockedOnce = true
  var isLocked = false
  var isForcedIntoDoze = false
  var isStopped = false
  var isAllowed = false
  /// How often the person has denied the permission in the dialog; in Settings that is final.
  var denials = 0
  /// When the latest dialog went, answered or not.
  var lastDialogEnd: Int64?
  var isExactAllowed: Bool
  var blocked: Set<Bool> = []
  /// The planned times of what each schedule has shown.
  var shownAs: [String: Set<Int64>] = [:]
  var isOnline = true
  /// When what a fetch needs changed last: the network, the store, the keys.
  var lastFetchTrouble: Int64 = 0
  var hasKeys = true
  var failingWrites = 0
  var isDiskFull = false
  var lastWriteFailed: Int64?
  /// When the clock put something ahead again whose receiver was waiting for content.
  var lastTakenBack: Int64 = -1_000_000
  /// By when a broadcast has let the plugin set its alarms again; nil while none is on its way.
  var armedBy: Int64?

  // The schedules.
  var revisions: [AlarmRevision] = []
  /// The revisions that have not ended, by schedule name.
  var live: [(schedule: String, index: Int)] = []
  /// The occurrences that are due and not shown, in the order they became due.
  var open: [Place] = []
  /// The age of the content of what is shown next; nil for its default text.
  var nextAge: Int64?

  /// Creates the model of a phone at the start of a history.
  public init(_ history: History) {
    traits = history.android ?? AndroidTraits()
    wallOffset = history.startMilliseconds
    zone = ZoneBook.zone(history.zone)
    zonesSeen = [zone]
    isAllowed = traits.apiLevel < 33
    isExactAllowed = traits.apiLevel < 34
  }

  /// The wall clock, in milliseconds since the Unix epoch.
  var wall: Int64 { now + wallOffset }

  var hasFaults: Bool { failingWrites > 0 || isDiskFull }

  /// Whether the plugin can set alarms when its code runs.
  var canArm: Bool { isOn && isUnlockedOnce && isAllowed && isExactAllowed }

  /// Applies the next observation.
  public mutating func observe(_ observation: Observation) {
    flow(to: observation.instant)
    switch observation.event {
    case .did(let act): did(act)
    case .accepted(let act): accepted(act)
    case .rejected(let act, let error): rejected(act, error)
    case .entry: entry()
    case .content(let age): nextAge = age
    case .shown(let schedule, let planned, _): shown(schedule, planned)
    case .withheld: break
    // An Android phone offers no such action.
    case .putOff, .shownAgain, .withheldAgain: break
    case .reportedDelivered(let schedule, let planned, let isCertain):
      // The plugin shows everything by itself.
      if !isCertain { find(.needlesslyUnknown, schedule, "shown for \(stamp(planned))") }
      reportedDelivered(schedule, planned)
    case .reportedMissed(let schedule, let planned, let isCertain):
      reportedMissed(schedule, planned, isCertain)
    case .processEnded: processEnded()
    case .writeFailed:
      lastWriteFailed = now
      if !isDiskFull { failingWrites = max(0, failingWrites - 1) }
    case .status(let answer): check(answer)
    case .permissionReply(let isGranted): permissionReplied(isGranted: isGranted)
    case .pending(let requests): check(requests)
    case .invariant(2, _) where now - lastTakenBack < 2 * AndroidOutcomeModel.receiverMilliseconds:
      // What its receiver is about to show is ahead again, and needs no alarm.
      break
    case .invariant(16, _) where traits.keepsIntents && !open.isEmpty:
      // What has fired and stands in line has its pending intent.
      break
    case .invariant(let number, let message): find(.invariantAlarm, "\(number)", message)
    }
  }

  mutating func find(_ kind: Disagreement.Kind, _ schedule: String, _ text: String) {
    disagreements.append(Disagreement(kind, schedule, at: now, text))
  }

  func liveIndex(_ schedule: String) -> Int? {
    live.first { $0.schedule == schedule }?.index
  }

  func zone(of revision: AlarmRevision) -> Zone { revision.zone ?? zone }

  func isBlocked(_ kind: AlarmRevision.Kind) -> Bool { blocked.contains(kind == .reminder) }

  func outcome(_ place: Place) -> AlarmOutcome {
    revisions[place.revision].outcomes[place.minute] ?? AlarmOutcome()
  }

  mutating func change(_ place: Place, _ change: (inout AlarmOutcome) -> Void) {
    change(&revisions[place.revision].outcomes[place.minute, default: AlarmOutcome()])
  }
}
