public import CivilTime

/// What a person must see of the schedules, and what the plugin may report about it.
///
/// It gets everything that is done to the phone and observed on it, in order, and finds where the
/// phone differs. It is written from the contract alone and shares only the zones' offsets with the
/// plugin. Where the contract leaves freedom, it allows both outcomes.
///
/// It describes both phones. Where a rule differs, a `switch` over `platform` leads into `IOS/` or
/// `Android/`.
public struct OutcomeModel: Sendable {
  /// The numbers of an iPhone's contract.
  public struct Limits: Sendable {
    /// The maximum number of requests that the plugin keeps pending.
    public var windowMax = 56
    /// The maximum number of reserves per schedule; nil for as many as the window holds.
    public var reservesMax: Int?
    /// How late a notification may be shown, in milliseconds.
    public var driftMilliseconds: Int64 = 180_000

    /// The contract's numbers.
    public init() {}
  }

  /// The kinds of schedules.
  public enum Kind: Sendable {
    case daily
    case reminder
    case dual
  }

  let platform: Platform
  /// The disagreements so far.
  public internal(set) var disagreements: [Disagreement] = []

  // The phone as the acts left it.
  var now: Int64 = 0
  var wallOffset: Int64
  var zone: Zone
  var zonesSeen: [Zone]
  var isOn = true
  var isUnlockedOnce = true
  var isAllowed = false
  var failingWrites = 0
  var isDiskFull = false
  var lastWriteFailed: Int64?
  /// The state that only one of the phones has; on the other it has no effect.
  var iPhone: IPhoneState
  var android: AndroidState

  // The schedules.
  var revisions: [Revision] = []
  /// The revisions that have not ended, by schedule name.
  var live: [(schedule: String, index: Int)] = []
  /// The occurrences that are due and not shown, in the order they became due.
  var open: [Place] = []
  /// The planned times of what each schedule has shown.
  var shownAs: [String: Set<Int64>] = [:]

  /// Creates the model of a phone at the start of a history.
  public init(_ history: History, limits: Limits = Limits()) {
    platform = history.platform
    wallOffset = history.startMilliseconds
    zone = ZoneBook.zone(history.zone)
    zonesSeen = [zone]
    iPhone = IPhoneState(limits, showsAtBoot: history.showsAtBoot)
    android = AndroidState(history.android)
    isAllowed = history.android?.isAllowedAtFirst ?? false
  }

  /// The wall clock, in milliseconds since the Unix epoch.
  var wall: Int64 { now + wallOffset }

  var hasFaults: Bool { failingWrites > 0 || isDiskFull }

  /// Whether writes fail, or did within the last second.
  var isWriteInDoubt: Bool { hasFaults || lastWriteFailed.map { now - $0 < 1_000 } ?? false }

  /// Whether the plugin can arm anything when its code runs.
  var canArm: Bool { isOn && isUnlockedOnce && isAllowed && android.canSetExact }

  /// Applies the next observation.
  public mutating func observe(_ observation: Observation) {
    flow(to: observation.instant)
    switch observation.event {
    case .did(let act): did(act)
    case .accepted(let call): accepted(call)
    case .rejected(let call, let error): rejected(call, error)
    case .entry(let isTimeChange): entry(isTimeChange: isTimeChange)
    case .content(let age): android.nextAge = age
    case .shown(let schedule, let planned, let identifier):
      shown(schedule, planned, identifier)
    case .withheld(let schedule, let reason): withheld(schedule, reason)
    case .putOff(let schedule, let identifier):
      // An Android phone offers no such action.
      if platform == .ios { putOff(schedule, identifier) }
    case .shownAgain(let schedule, let identifier): shownAgain(schedule, identifier)
    case .withheldAgain(let identifier, let reason):
      iPhone.putOffs.withheld(identifier, reason, at: now, isAllowed: isAllowed)
    case .reportedDelivered(let schedule, let planned, let isCertain):
      reportedDelivered(schedule, planned, isCertain)
    case .reportedMissed(let schedule, let planned, let date, let isCertain):
      reportedMissed(schedule, planned, date, isCertain)
    case .processEnded: processEnded()
    case .hibernated: forceStopped()
    case .permissionReset: permissionReset()
    case .writeFailed:
      lastWriteFailed = now
      if !isDiskFull { failingWrites = max(0, failingWrites - 1) }
    case .permissionReply(let isGranted):
      // What a request of an iPhone shows is decided before, and histories do not ask there.
      if platform == .android { permissionReplied(isGranted: isGranted) }
    case .status(let answer): check(answer)
    case .pending(let requests): check(requests)
    case .invariant(let number, let message): invariantBroken(number, message)
    }
  }

  mutating func find(_ kind: Disagreement.Kind, _ schedule: String, _ text: String) {
    disagreements.append(Disagreement(kind, schedule, at: now, text))
  }

  func liveIndex(_ schedule: String) -> Int? {
    live.first { $0.schedule == schedule }?.index
  }

  /// Whether nobody knows what is stored of a live schedule.
  func isUncertain(_ schedule: String) -> Bool {
    liveIndex(schedule).map { revisions[$0].isUncertain } ?? false
  }

  func zone(of revision: Revision) -> Zone { revision.zone ?? zone }

  /// The time of an occurrence by the present zone.
  func time(_ place: Place) -> Int64? {
    let revision = revisions[place.revision]
    return revision.rule.time(place.minute, in: zone(of: revision))
  }

  func occurrence(_ place: Place) -> Occurrence {
    revisions[place.revision].occurrences[place.minute] ?? Occurrence()
  }

  mutating func change(_ place: Place, _ change: (inout Occurrence) -> Void) {
    change(&revisions[place.revision].occurrences[place.minute, default: Occurrence()])
  }

  func stamp(_ time: Int64) -> String { ISO8601.text(time) }
}

/// Zones by name, each created once, since computing a zone's table takes a millisecond.
public enum ZoneBook {
  /// The zones that histories use.
  public static let names = [
    "UTC", "Europe/London", "Europe/Berlin", "America/New_York", "America/Los_Angeles",
    "Asia/Tokyo", "Asia/Kathmandu", "Australia/Lord_Howe", "Pacific/Kiritimati",
    "Pacific/Pago_Pago",
  ]

  private static let zones: [String: Zone] = {
    var zones: [String: Zone] = [:]
    for name in names { zones[name] = try? Zone(identifier: name) }
    return zones
  }()

  /// A zone of the list; UTC for any other name.
  public static func zone(_ name: String) -> Zone { zones[name] ?? .utc }
}
