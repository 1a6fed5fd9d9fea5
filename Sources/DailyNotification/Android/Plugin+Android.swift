extension Plugin {
  /// An alarm has fired: its receiver shows the notification and arms what follows.
  ///
  /// Called first of all when the process was started for it. Without fresh content it is fetched,
  /// for eight seconds at most; `receiverFinished` says when the receiver is done.
  public mutating func alarmFired<System>(
    _ alarm: Alarm, on platform: inout System
  ) where Family == Android<System> {
    run(.alarm, on: &platform) { plugin, platform in
      // Its pending intent would say that it is still to fire.
      platform.cancelAlarm(alarm.identifier)
      guard platform.isProtectedDataAvailable else {
        // Nothing can be read: what the alarm carries is shown, and accounted for from the shade.
        plugin.delivery.makeRoom(for: alarm.identifier, on: &platform)
        platform.show(
          alarm.payload, as: alarm.identifier, on: alarm.payload.info.kind.channelID)
        return platform.receiverFinished(alarm)
      }
      plugin.refreshConfiguration(on: &platform)
      plugin.delivery.lastReceiver = platform.uptimeMilliseconds
      plugin.receive(alarm, on: &platform)
      plugin.takeEntrySteps(.alarm, on: &platform)
    }
  }

  /// Shows what an alarm has fired for, or fetches content for it.
  private mutating func receive<System>(
    _ alarm: Alarm, on platform: inout System
  ) where Family == Android<System> {
    let info = alarm.payload.info
    let schedules = readSchedules(on: &platform)
    let schedule = schedules.first { $0.owns(info) && $0.row.revision == info.revision }
    guard isDue(info, schedule), !isAhead(info, schedule, on: platform) else {
      return platform.receiverFinished(alarm)
    }
    let occurrence = Occurrence(time: info.plannedTime, wallMinute: info.wallMinute)
    if let schedule, needsFetch(schedule, occurrence, on: platform) {
      delivery.wait(alarm, on: &platform)
      showWhatNeedsNoFetch(schedules, on: &platform)
      let target = FetchTarget(kind: .daily, scheduledFor: info.plannedTime)
      let until = platform.uptimeMilliseconds + PrefetchLimits.awaitedMilliseconds
      if !prefetch.isAwaited(target) {
        startFetch(for: target, .awaited(until: until), on: &platform)
      }
      return
    }
    delivery.show(alarm, schedule, &contents, on: &platform)
  }

  /// Whether a notification whose time has come waits for content.
  private func needsFetch<System>(
    _ schedule: Schedule, _ occurrence: Occurrence, on platform: System
  ) -> Bool where Family == Android<System> {
    schedule.kind == .daily && delivery.canShow(.daily, on: platform)
      && !contents.hasFresh(
        for: schedule, occurrence, shownAt: platform.wallMilliseconds, on: platform)
  }

  /// Shows what else has come due and needs no fetch, before a receiver waits for content.
  ///
  /// Their own receivers stand in line behind it, and find nothing left to do.
  private mutating func showWhatNeedsNoFetch<System>(
    _ schedules: [Schedule], on platform: inout System
  ) where Family == Android<System> {
    for schedule in schedules {
      guard let page = ledger.index(of: schedule) else { continue }
      let row = ledger.pages[page].row
      for entry in row.armed where delivery.hasJustComeDue(row, entry, on: platform) {
        let occurrence = Occurrence(time: entry.plannedTime, wallMinute: entry.wallMinute)
        guard !needsFetch(schedule, occurrence, on: platform) else { continue }
        let alarm = Alarm(
          identifier: SetAlarm(row, entry).identifier, time: entry.plannedTime,
          call: platform.exactAlarmCall, payload: schedule.defaultContent(occurrence))
        delivery.present(alarm, schedule, &contents, on: &platform)
      }
    }
  }

  /// Whether what an alarm was set for is still to be shown: neither cancelled nor accounted for.
  private func isDue<System>(
    _ info: RequestInfo, _ schedule: Schedule?
  ) -> Bool where Family == Android<System> {
    if let row = ledger.row(of: info), let place = row.index(of: info) {
      return !row.armed[place].isWithdrawn
    }
    // What could not be written has no entry.
    guard let schedule else { return false }
    return !schedule.isSettled(
      Occurrence(time: info.plannedTime, wallMinute: info.wallMinute))
  }

  /// Whether the time of an occurrence is ahead by the clock of its schedule.
  ///
  /// Then other code has set the alarm, with the same pending intent; the plugin sets its own.
  private func isAhead<System>(
    _ info: RequestInfo, _ schedule: Schedule?, on platform: System
  ) -> Bool where Family == Android<System> {
    guard let schedule, let row = ledger.row(of: info), let place = row.index(of: info) else {
      return false
    }
    return row.armed[place].time(in: schedule.zone) > platform.wallMilliseconds
  }

  /// A broadcast has reached one of the receivers; the store may still be locked.
  public mutating func received<System>(
    _ broadcast: Broadcast, on platform: inout System
  ) where Family == Android<System> {
    switch broadcast {
    case .lockedBootCompleted, .bootCompleted:
      run(.boot, on: &platform) { plugin, platform in
        guard platform.isProtectedDataAvailable else { return }
        if !platform.wasForceStopped {
          platform.setValue(.integer(platform.wallMilliseconds), for: .lastBoot)
        }
        Contents.removeExpired(retentionDays: plugin.configuration.retentionDays, on: &platform)
      }
    case .exactAlarmPermissionChanged:
      // That the permission was taken away, no broadcast said.
      if platform.isProtectedDataAvailable { delivery.loseExactAlarms(on: &platform) }
      run(.broadcast, on: &platform) { _, _ in }
    case .packageReplaced:
      if platform.isProtectedDataAvailable { delivery.distrust(isInUse: false, on: &platform) }
      run(.broadcast, on: &platform) { _, _ in }
    case .timeSet, .timezoneChanged:
      delivery.timeBroadcastBegan()
      run(.broadcast, on: &platform) { _, _ in }
    }
  }

  /// A worker has begun; `workEnded` reports how it returned.
  ///
  /// Called first of all when the process was started for it.
  public mutating func workStarted<System>(
    _ task: LaunchedTask, on platform: inout System
  ) where Family == Android<System> {
    workLaunched(task, on: &platform)
  }

  /// The system has stopped a worker, which starts again later.
  public mutating func workStopped<System>(
    _ task: LaunchedTask, on platform: inout System
  ) where Family == Android<System> {
    prefetch.work.stop(task)
    taskExpired(task, on: &platform)
    prefetch.work.endStop()
  }
}
