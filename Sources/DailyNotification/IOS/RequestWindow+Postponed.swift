import CivilTime

/// Notifications that the person asked to see again later: requests that stand for no occurrence.
extension RequestWindow {
  /// How long after `later` was pressed a notification is shown again, in milliseconds.
  static var postponementMilliseconds: Int64 { 3_600_000 }

  /// Takes over a postponed notification; the next `replan` adds it as soon as there is a place.
  mutating func postpone(_ request: NotificationRequest) {
    postponed.removeAll { $0.identifier == request.identifier }
    postponed.append(request)
  }

  /// Adds the postponed notifications that wait for a place, each for its time.
  mutating func addPostponed(on platform: inout System) {
    for request in postponed {
      let ahead = request.content.info.plannedTime - platform.wallMilliseconds
      let due = NotificationRequest(
        identifier: request.identifier,
        trigger: .interval(milliseconds: max(1, ahead), repeats: false), content: request.content)
      if addIfRoom(due, isReserve: false, on: &platform) {
        postponed.removeAll { $0.identifier == request.identifier }
      }
    }
  }

  /// A postponed notification whose content has become too old, or has gone, shows the default
  /// text instead, at the same time.
  func refreshPostponed(
    _ schedules: [Schedule], _ contents: Contents, on platform: inout System
  ) {
    let pending = platform.pendingRequests
    for index in pending.indices where pending[index].content.info.purpose == .postponed {
      let (content, now) = (pending[index].content, platform.wallMilliseconds)
      let ahead = platform.triggerTime(ofPending: index) - now
      guard ahead > 0, !isRemoving(pending[index]), !contents.isUsable(content.info, on: platform)
      else { continue }
      add(
        NotificationRequest(
          identifier: pending[index].identifier,
          trigger: .interval(milliseconds: ahead, repeats: false),
          content: content.postponed(
            until: content.info.plannedTime, wallMinute: content.info.wallMinute,
            showing: DefaultText(schedules.first { $0.isOf(content.info) }))),
        on: &platform)
    }
  }
}

extension Plugin {
  /// The person pressed an action of a notification, which the system still shows.
  public mutating func pressed<System>(
    _ action: NotificationAction, of shown: DeliveredNotification, on platform: inout System
  ) where Family == IOS<System> {
    run(.tap, on: &platform) { plugin, platform in
      switch action {
      case .open: break
      case .later: plugin.postpone(shown.request, on: &platform)
      }
    }
  }

  /// Shows a notification again in an hour, with the default text if its content is too old then.
  private mutating func postpone<System>(
    _ request: NotificationRequest, on platform: inout System
  ) where Family == IOS<System> {
    guard platform.authorization.allowsNotifications, platform.isProtectedDataAvailable else {
      return
    }
    let wait = RequestWindow<System>.postponementMilliseconds
    let until = platform.wallMilliseconds + wait
    let info = request.content.info
    let wallMinute = platform.zone.wallMinute(at: until)
    let again = request.content.postponed(until: until, wallMinute: wallMinute)
    let text = DefaultText(readSchedules(on: &platform).first { $0.isOf(info) })
    delivery.postpone(
      NotificationRequest(
        identifier: request.postponedIdentifier,
        trigger: .interval(milliseconds: wait, repeats: false),
        content: contents.isUsable(again.info, on: platform)
          ? again
          : request.content.postponed(until: until, wallMinute: wallMinute, showing: text)))
    replanStored(on: &platform)
    platform.log(.notificationPostponed(id: info.scheduleID, until: until))
  }

  /// The foreground delegate's decision about a postponed notification: nothing stale is shown.
  mutating func willPresentPostponed<System>(
    _ request: NotificationRequest, on platform: inout System
  ) -> Bool where Family == IOS<System> {
    let info = request.content.info
    let shownAt = max(info.plannedTime, platform.wallMilliseconds)
    guard !contents.isUsable(info, at: shownAt, on: platform), !delivery.isRemoving(request) else {
      return true
    }
    let text = DefaultText(readSchedules(on: &platform).first { $0.isOf(info) })
    delivery.add(
      NotificationRequest(
        identifier: request.identifier, trigger: .interval(milliseconds: 1000, repeats: false),
        content: request.content.postponed(
          until: info.plannedTime, wallMinute: info.wallMinute, showing: text)),
      on: &platform)
    return false
  }
}

/// What a schedule shows without fetched content.
struct DefaultText: Hashable {
  let title: String
  let body: String
  let url: String?

  /// The text of a schedule; one that is not stored any more shows the general one.
  init(_ schedule: Schedule?) {
    title = schedule?.row.title ?? Schedule.defaultTitle
    body = schedule?.row.body ?? Schedule.defaultBody
    url = schedule?.url
  }
}

extension Contents {
  /// Whether a notification may show what it carries: it was not fetched, or is still held and
  /// fresh when it is shown, at its trigger unless a time is given.
  func isUsable(
    _ info: RequestInfo, at shownAt: Int64? = nil, on platform: some StorageAccess
  ) -> Bool {
    guard let fetchedAt = info.fetchedAt else { return true }
    return isFresh(fetchedAt, at: shownAt ?? info.plannedTime, info.kind)
      && platform.contentRows.contains { $0.kind == info.kind }
  }
}

extension Schedule {
  /// Whether a notification is of this schedule, as an occurrence or postponed.
  fileprivate func isOf(_ info: RequestInfo) -> Bool { info.isOf(row.id, kind) }
}

extension NotificationRequest {
  /// The name under which it is shown again: that of no occurrence.
  fileprivate var postponedIdentifier: String {
    content.info.purpose == .postponed ? identifier : "later_\(identifier)"
  }
}

extension NotificationContent {
  /// The same as a postponed notification, with its own text or a default one.
  fileprivate func postponed(
    until time: Int64, wallMinute: Int64, showing text: DefaultText? = nil
  ) -> NotificationContent {
    NotificationContent(
      title: text?.title ?? title, body: text?.body ?? body, hasSound: hasSound,
      priority: priority, categoryIdentifier: categoryIdentifier,
      info: RequestInfo(
        kind: info.kind, scheduleID: info.scheduleID, revision: info.revision, plannedTime: time,
        wallMinute: wallMinute, source: text == nil ? info.source : .default,
        fetchedAt: text == nil ? info.fetchedAt : nil, url: text == nil ? info.url : text?.url,
        purpose: .postponed))
  }
}
