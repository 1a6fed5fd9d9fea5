public import CivilTime

/// What a person must see of the schedules, and what the plugin may report about it.
///
/// It gets everything that is done to the phone and observed on it, in order, and finds where the
/// phone differs. It is written from the contract alone and shares only the zones' offsets with the
/// plugin. Where the contract leaves freedom, it allows both outcomes.
public struct OutcomeModel: Sendable {
  /// The numbers of the contract.
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

  let limits: Limits
  let showsAtBoot: Bool
  /// The disagreements so far.
  public internal(set) var disagreements: [Disagreement] = []

  // The phone as the acts left it.
  var now: Int64 = 0
  var wallOffset: Int64
  var zone: Zone
  var zonesSeen: [Zone]
  /// Whether the zone has changed since something was armed.
  var isZoneNew = false
  var isOn = true
  var isUnlockedOnce = true
  var isAllowed = false
  var failingWrites = 0
  var isDiskFull = false
  var lastWriteFailed: Int64?
  var lastArmed: Int64 = -1
  /// When what other code removes is gone.
  var removedAt: Int64 = .min
  /// What the person has put off; each takes a place of the window for an hour.
  var putOffs: PutOffs

  // The schedules.
  var revisions: [Revision] = []
  /// The revisions that have not ended, by schedule name.
  var live: [(schedule: String, index: Int)] = []
  /// The occurrences that are due and not shown.
  var open: [(revision: Int, minute: WallMinute)] = []

  /// The planned times of what each schedule has shown.
  var shownAs: [String: Set<Int64>] = [:]
  /// What was on its way when clock or zone put it ahead again, and the instant of that.
  var aheadAgain: [(revision: Int, minute: WallMinute)] = []
  /// What the person is dismissing one by one, until the delegate is notified.
  var beingDismissed: (revision: Int, minute: WallMinute)?

  /// The invariants about what the model knows: requests, deliveries, reports.
  static let judgedInvariants: Set<Int> = [1, 2, 3, 9, 10, 11, 13, 14, 16, 17]

  /// Creates the model of a phone at the start of a history.
  public init(_ history: History, limits: Limits = Limits()) {
    self.limits = limits
    showsAtBoot = history.showsAtBoot
    wallOffset = history.startMilliseconds
    zone = ZoneBook.zone(history.zone)
    zonesSeen = [zone]
    putOffs = PutOffs(driftMilliseconds: limits.driftMilliseconds)
  }

  /// The wall clock, in milliseconds since the Unix epoch.
  var wall: Int64 { now + wallOffset }

  var hasFaults: Bool { failingWrites > 0 || isDiskFull }

  /// Applies the next observation.
  public mutating func observe(_ observation: Observation) {
    flow(to: observation.instant)
    switch observation.event {
    case .did(let act): did(act)
    case .accepted(let act): accepted(act)
    case .rejected(let act, let error): rejected(act, error)
    case .entry(let isTimeChange): entry(isTimeChange: isTimeChange)
    case .shown(let schedule, let planned, let identifier):
      shown(schedule, planned, identifier)
    case .withheld(let schedule, let reason): withheld(schedule, reason)
    case .putOff(let schedule, let identifier):
      if isAllowed { putOffs.putOff(schedule, identifier, at: now) }
    case .shownAgain(let schedule, let identifier):
      if !putOffs.shown(identifier, at: now) {
        find(.shownAgainInVain, schedule, "'\(identifier)' was shown")
      }
    case .withheldAgain(let identifier, let reason):
      putOffs.withheld(identifier, reason, at: now, isAllowed: isAllowed)
    case .reportedDelivered(let schedule, let planned, isCertain: true):
      reportedDelivered(schedule, planned)
    case .reportedDelivered(let schedule, let planned, isCertain: false):
      reportedSomeDate(schedule, planned)
    case .reportedMissed(let schedule, let planned, let isCertain):
      reportedMissed(schedule, planned, isCertain)
    case .processEnded: processEnded()
    case .writeFailed:
      lastWriteFailed = now
      if !isDiskFull { failingWrites = max(0, failingWrites - 1) }
    // What a request of an iPhone shows is decided before, and histories do not ask there.
    case .content, .permissionReply: break
    case .status(let answer): check(answer)
    case .pending(let requests): check(requests)
    case .invariant(let number, let message):
      find(
        OutcomeModel.judgedInvariants.contains(number) ? .invariantAlarm : .invariantBroken,
        "\(number)", message)
    }
  }

  mutating func find(_ kind: Disagreement.Kind, _ schedule: String, _ text: String) {
    disagreements.append(Disagreement(kind, schedule, at: now, text))
  }

  func liveIndex(_ schedule: String) -> Int? {
    live.first { $0.schedule == schedule }?.index
  }

  func zone(of revision: Revision) -> Zone { revision.zone ?? zone }
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
