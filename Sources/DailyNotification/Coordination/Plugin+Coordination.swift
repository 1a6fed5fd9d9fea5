import JSONText

extension Plugin {
  /// What the host's life cycle can be told to be.
  enum LifecycleEvent: String, CaseIterable {
    case launch
    case foreground
    case background
    case inactive
    case terminate
    case notificationTap
  }

  /// Call 27: task and requests are made what the schedules ask for, and that is remembered.
  mutating func coordinate(on platform: inout some Platform) -> CallOutcome {
    isSubmissionSuspended = false
    let schedules = readSchedules(on: &platform)
    let result = replan(schedules, on: &platform)
    storeProgress(of: schedules, armedThrough: result.armedThrough, on: &platform)
    keepPrefetch(schedules, on: &platform)
    _ = store(.integer(platform.wallMilliseconds), for: .lastCoordination, on: &platform)
    return .reply([:])
  }

  /// Call 28: the host tells what it goes through; the entry before this call has done the rest.
  mutating func handleLifecycle(
    _ options: JSONObject, on platform: inout some Platform
  ) throws(Rejection) -> CallOutcome {
    let event = try OptionReader(options).choice("lifecycleEvent", of: LifecycleEvent.self)
    guard let event else {
      let words = LifecycleEvent.allCases.map(\.rawValue).joined(separator: ", ")
      throw .missing("lifecycleEvent", expected: "one of \(words)")
    }
    lifecycle = event
    switch event {
    case .launch, .foreground, .notificationTap:
      isSubmissionSuspended = false
      keepPrefetch(readSchedules(on: &platform), on: &platform)
    case .background, .inactive, .terminate: saveSnapshot(on: &platform)
    }
    return .reply([:])
  }

  /// Call 29: whether task, requests and schedules belong together.
  mutating func coordinationStatus(on platform: inout some Platform) -> JSONValue {
    let record = text(.lastRecovery, platform).flatMap(RecoveryRecord.init)
    let pendingTask = platform.pendingTask(TaskIdentifier.fetch)
    return [
      "lifecycle": .string(lifecycle.rawValue),
      "pendingTasks": .integer(pendingTask == nil ? 0 : 1),
      "lastCoordination": JSONValue(integerOrNull: integer(.lastCoordination, platform)),
      "lastScenario": .string((record?.scenario ?? .none).rawValue),
      "identity": activeDID.map(JSONValue.string) ?? .null,
      "inSync": .bool(isInSync(pendingTask, on: &platform)),
    ]
  }

  private mutating func isInSync(
    _ pendingTask: Int64?, on platform: inout some Platform
  ) -> Bool {
    let schedules = readSchedules(on: &platform)
    guard platform.authorization.allowsNotifications else { return schedules.isEmpty }
    let plan = plannedRequests(schedules, on: platform)
    let isArmed = plan.allSatisfy { planned in
      schedules[planned.schedule].index(of: planned, in: platform.pendingRequests, from: 0) != nil
    }
    let isTaskRight =
      pendingTask == integer(.earliestBeginDate, platform)
      && (pendingTask != nil || fetch != nil || nextPrefetch(schedules, on: platform) == nil)
    return isArmed && isTaskRight && !isReplanOwed
  }
}
