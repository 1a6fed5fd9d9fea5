import CivilTime

/// What the pending requests say to the schedules that are planned, each read once.
///
/// A request is immutable, so one that is met again, and that is of the same schedules, still says
/// what it said. Requests keep their order in the pending list, and new ones stand at its end:
/// reading it again takes one walk over both lists.
struct RequestReadings: Sendable {
  /// What one request says.
  struct Reading: Sendable {
    let purpose: RequestPurpose
    let isOneDate: Bool
    let isRepeating: Bool
    let wallMinute: Int64
    let plannedTime: Int64
    /// The place of its schedule in the list that is planned; nil when it is none of them.
    private(set) var schedule: Int?
    /// Whether it is of the schedule's present revision.
    private(set) var isOfRevision = false
    /// Whether it is a reserve of the schedule.
    private(set) var isReserve = false
    /// The minute of the day at which it fires, once and in the schedule's zone; nil otherwise.
    private(set) var minuteOfDay: Int?
    /// Whether it shows the schedule's default text with its present sound and priority.
    private(set) var hasDefaultContent = false
    /// Whether its content is the default content of the occurrence it stands for, in every field.
    private(set) var isDefault = false
    /// The place of the schedule whose present revision it is of, if it fires once; otherwise -1.
    private(set) var planPlace = -1

    init(_ request: NotificationRequest, _ schedules: [Schedule]) {
      purpose = request.content.info.purpose
      isOneDate = request.trigger.isOneDate
      isRepeating = request.trigger.isRepeating
      let info = request.content.info
      wallMinute = info.wallMinute
      plannedTime = info.plannedTime
      guard let place = schedules.firstIndex(where: { $0.owns(info) }) else { return }
      let owner = schedules[place]
      schedule = place
      isOfRevision = info.revision == owner.row.revision
      isReserve = owner.isReserve(request)
      hasDefaultContent = owner.hasDefaultContent(request.content)
      isDefault = owner.isDefault(request.content)
      if purpose == .occurrence, isOneDate, isOfRevision { planPlace = place }
      if case .calendar(let wallTime, let zone) = request.trigger, zone == owner.row.timezone {
        minuteOfDay = wallTime.hour * 60 + wallTime.minute
        // One at the end of a gap stands for a time in the gap.
        let own = Occurrence(time: plannedTime, wallMinute: wallMinute)
        if minuteOfDay != own.minuteOfDay, owner.triggerTime(of: own) == wallTime {
          minuteOfDay = own.minuteOfDay
        }
      }
    }

    /// Whether it stands for a planned request that does not repeat.
    func isFor(_ planned: PlannedRequest) -> Bool {
      wallMinute == planned.occurrence.wallMinute && schedule == planned.schedule
        && isReserve == planned.isReserve && isOfRevision && isOneDate
    }

    /// Whether it fires once, for something that its schedule is not accounted for yet.
    ///
    /// `settledMinutes`: up to which wall minute each schedule is accounted for.
    func isAhead(of settledMinutes: [Int64]) -> Bool {
      planPlace >= 0 && wallMinute > settledMinutes[planPlace]
    }

    /// Whether it was made for an occurrence as it is now and has the trigger it would get.
    func hasTrigger(for occurrence: Occurrence) -> Bool {
      minuteOfDay == occurrence.minuteOfDay && plannedTime == occurrence.time
    }

    /// Whether it is what a reserve for an occurrence would be now.
    func isUpToDateReserve(for occurrence: Occurrence) -> Bool {
      hasDefaultContent && hasTrigger(for: occurrence)
    }
  }

  /// The readings, in the order of the pending list.
  private(set) var list: [Reading] = []
  /// The requests that were read, in the same order.
  private var requests: [NotificationRequest] = []
  /// The schedules that the requests were read for.
  private var schedules: [Schedule] = []

  /// Reads the pending list for schedules.
  mutating func read(_ pending: [NotificationRequest], _ schedules: [Schedule]) {
    if !RequestReadings.readAlike(self.schedules, schedules) {
      list.removeAll(keepingCapacity: true)
      requests.removeAll(keepingCapacity: true)
    }
    self.schedules = schedules
    var known = 0
    while known < requests.count {
      if known < pending.count, requests[known] === pending[known] {
        known += 1
      } else {
        requests.remove(at: known)
        list.remove(at: known)
      }
    }
    for index in known..<pending.count {
      requests.append(pending[index])
      list.append(Reading(pending[index], schedules))
    }
  }

  /// Whether a pending list is the one that was read.
  func isOf(_ pending: [NotificationRequest]) -> Bool {
    guard requests.count == pending.count else { return false }
    for index in requests.indices
    where requests[index] !== pending[index] && requests[index] != pending[index] {
      return false
    }
    return true
  }

  /// The place of the request that stands for a planned one; the search begins at a place.
  func index(of planned: PlannedRequest, from hint: Int) -> Int? {
    for index in min(hint, list.count)..<list.count where list[index].isFor(planned) {
      return index
    }
    for index in 0..<min(hint, list.count) where list[index].isFor(planned) { return index }
    return nil
  }

  /// The place of the request for a schedule's next occurrence, which is no reserve and does not
  /// repeat.
  func index(ofNext next: Occurrence, of schedule: Int) -> Int? {
    index(of: PlannedRequest(schedule: schedule, occurrence: next), from: 0)
  }

  private static func readAlike(_ schedules: [Schedule], _ others: [Schedule]) -> Bool {
    guard schedules.count == others.count else { return false }
    for index in schedules.indices
    where schedules[index] !== others[index] && !schedules[index].readsAlike(others[index]) {
      return false
    }
    return true
  }
}

extension Schedule {
  /// Whether requests say the same to another schedule: all that a reading depends on is the same.
  func readsAlike(_ other: Schedule) -> Bool {
    if row.hasColumns(of: other.row) { return true }
    return kind == other.kind && row.id == other.row.id && row.revision == other.row.revision
      && row.timezone == other.row.timezone && row.title == other.row.title
      && row.body == other.row.body && row.isSoundEnabled == other.row.isSoundEnabled
      && priority == other.priority && url == other.url
  }
}
