import JSONText

/// The events of its life cycle that the host reports.
enum LifecycleEvent: String, Hashable, Sendable, CaseIterable {
  case launch
  case foreground
  case background
  case inactive
  case terminate
  case notificationTap
}

extension Plugin {
  /// Call 27: arms and submits what the schedules ask for, and remembers when.
  mutating func coordinate(on platform: inout Family.System) -> CallOutcome {
    prefetch.work.resume()
    replanStored(on: &platform)
    prefetch.keep(demand(on: &platform), on: &platform)
    _ = platform.store(.integer(platform.wallMilliseconds), for: .lastCoordination)
    return .reply([:])
  }

  /// Call 28: the host reports an event of its life cycle; the entry has done most of the work.
  ///
  /// The host's word is stored; call 29 reports where the process stands.
  mutating func handleLifecycle(
    _ options: JSONObject, on platform: inout Family.System
  ) throws(Rejection) -> CallOutcome {
    let event = try OptionReader(options, of: .handleAppLifecycleEvent)
      .requiredChoice("lifecycleEvent", of: LifecycleEvent.self)
    guard platform.store(.text(event.rawValue), for: .hostLifecycle) else {
      throw .notStored(StorageKey.hostLifecycle.name)
    }
    switch event {
    case .launch, .foreground, .notificationTap:
      prefetch.work.resume()
      prefetch.keep(demand(on: &platform), on: &platform)
    case .background, .inactive, .terminate: platform.storeSnapshot()
    }
    return .reply([:])
  }

  /// Call 29: where the process stands, and whether work, armed notifications and schedules agree.
  mutating func coordinationStatus(on platform: inout Family.System) -> JSONValue {
    let pendingCount = Family.Work.division.scopes.count {
      prefetch.work.pendingBeginDate($0, on: platform) != nil
    }
    return [
      "lifecycle": .string(platform.applicationState.rawValue),
      "pendingTasks": .integer(Int64(pendingCount)),
      "lastCoordination": JSONValue(integerOrNull: platform.integer(.lastCoordination)),
      "lastScenario": .string((RecoveryRecord(on: platform)?.scenario ?? .none).rawValue),
      "identity": activeDID.map(JSONValue.string) ?? .null,
      "inSync": .bool(isInSync(on: &platform)),
    ]
  }

  private mutating func isInSync(on platform: inout Family.System) -> Bool {
    let schedules = readSchedules(on: &platform)
    guard platform.authorization.allowsNotifications else { return schedules.isEmpty }
    let isArmed = delivery.audit(schedules, ledger, contents, on: platform).isComplete
    let isSubmitted = Family.Work.division.scopes.allSatisfy { scope in
      let pending = prefetch.work.pendingBeginDate(scope, on: platform)
      return pending == PrefetchState.beginDate(scope, on: platform)
        && (pending != nil || prefetch.isFetching(scope)
          || demand(schedules, on: platform).next(scope, on: platform) == nil)
    }
    return isArmed && isSubmitted && !delivery.isReplanOwed
  }
}
