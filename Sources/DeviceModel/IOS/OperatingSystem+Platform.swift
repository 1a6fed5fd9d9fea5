public import CivilTime
public import DailyNotification
import SimulationCore

extension OperatingSystem: Platform {
  public var wallMilliseconds: Int64 { wall(at: now) }

  public var uptimeMilliseconds: Int64 { clocks.uptime(at: now) }

  public var zone: Zone { clocks.zone }

  public mutating func zone(named identifier: String) -> Zone? {
    clocks.zone(named: identifier)
  }

  public var battery: BatteryState { power.battery }

  public var isPowerSavingOn: Bool { power.isPowerSavingOn }

  public var applicationState: ApplicationState {
    switch process.state {
    case .foreground: .foreground
    case .inactive: .inactive
    case .notRunning, .launching, .background, .suspended, .terminatedBySystem, .forceQuit:
      .background
    }
  }

  // MARK: Authorization

  public var authorization: AuthorizationStatus { authorizationMachine.status }

  public var asksAfterDenial: Bool { isAndroid && asksOnceMore }

  public mutating func requestAuthorization() { requestAuthorization(by: .plugin) }

  mutating func requestAuthorization(by owner: CodeOwner) {
    if isAndroid { return requestNotificationPermission(by: owner) }
    guard authorizationMachine.request(by: owner) == .showDialog else { return }
    record(.authorization(.dialogShown))
    process.cover(true)
  }

  // MARK: Fetching

  /// Starts a fetch; both kinds need the network.
  ///
  /// Source: Android, "Connect to the network": network operations need INTERNET in the manifest;
  /// AOSP gives no socket to an app without it, so that a request fails at once.
  public mutating func startFetch(_ request: FetchRequest) -> Int {
    let number = network.nextNumber()
    let isBarred = isAndroid && !android.manifest.has(.internet)
    let answer: NetworkMachine.Answer
    switch request {
    case .fixed(let body, let timeout):
      record(.fetch(.started(number: number, nil)))
      answer =
        isBarred
        ? NetworkMachine.barred : network.answer(fixed: body, timeoutMilliseconds: timeout)
    case .get(let content):
      record(.fetch(.started(number: number, FetchSummary(content))))
      if network.isLive, !isBarred {
        let early = network.ask(number, content, at: now, clocks.times)
        if let early { scheduleEnd(of: number, early) }
        return number
      }
      answer =
        isBarred
        ? NetworkMachine.barred
        : network.answer(content, at: clocks.times, configuration.keychain.keys)
    }
    scheduleEnd(of: number, answer)
    return number
  }

  mutating func scheduleEnd(of number: Int, _ answer: NetworkMachine.Answer) {
    let token = schedule(
      .fetch(number: number), at: now.advanced(byMilliseconds: answer.milliseconds))
    network.startFetch(number, answer, token)
  }

  /// The world outside of the simulation has answered a request, or cannot.
  ///
  /// The app is told now, or when a slow connection or the request's timeout lets it.
  mutating func settle(_ answer: FetchAnswer) {
    guard let awaited = network.endAwaited(answer.number) else { return }
    let elapsed = now.milliseconds - awaited.start.milliseconds
    let timeout = awaited.request.timeoutMilliseconds
    let isLate = elapsed + awaited.delayMilliseconds > timeout
    let duration = isLate ? max(elapsed, timeout) : elapsed + awaited.delayMilliseconds
    let token = schedule(
      .fetch(number: answer.number), at: awaited.start.advanced(byMilliseconds: duration))
    network.startFetch(
      answer.number,
      NetworkMachine.Answer(
        outcome: isLate ? .timedOut : answer.outcome, milliseconds: duration,
        raw: isLate ? nil : answer.raw,
        serverAheadMilliseconds: awaited.times.trueMilliseconds - awaited.times.wallMilliseconds),
      token)
  }

  public mutating func cancelFetch(_ number: Int) {
    if let fetch = network.endFetch(number) {
      cancel(fetch.token)
    } else if network.endAwaited(number) == nil {
      return
    }
    record(.fetch(.cancelled(number: number)))
  }

  // MARK: The keychain

  /// Whether the app's keys can be read now.
  ///
  /// Source: Apple, kSecAttrAccessibleAfterFirstUnlock and kSecAttrAccessibleWhenUnlocked, which an
  /// item has that is added without an attribute; Android Keystore keys of an app that runs need no
  /// unlocked phone.
  /// Not modelled: the seconds for which an item can still be read after the phone was locked.
  public var isKeychainReadable: Bool {
    guard !isAndroid else { return true }
    return switch configuration.knobs.keychainAccess {
    case .afterFirstUnlock: power.hasBeenUnlocked
    case .whenUnlocked: power.state == .unlocked
    }
  }

  public func signature(of message: [UInt8], by did: String) -> [UInt8]? {
    isKeychainReadable ? keychain.signature(of: message, by: did) : nil
  }

  // MARK: The log and the host

  public mutating func log(_ message: LogMessage) {
    record(.plugin(.log(message.redacted(&secrets))))
  }

  public mutating func notifyHost(_ event: HostEvent) { record(.plugin(.hostEvent(event))) }

  public mutating func settle(_ call: PluginCall, with reply: PluginReply) {
    let redacted = reply.redacted(&secrets)
    traffic.ended(EndedCall(call: call.number, reply: redacted, original: reply))
    record(.plugin(.replied(call.redacted(secrets), redacted)))
  }

  public mutating func entryBegan(_ entry: PluginEntry) { record(.plugin(.entry(entry))) }

  public mutating func entryEnded(_ entry: PluginEntry) {
    traffic.entryEnded(entry)
  }

  /// The app in the background without work is suspended after 5 s.
  ///
  /// Source: Apple, "Managing your app's life cycle" (a few seconds); the length is an assumption.
  mutating func scheduleSuspension() {
    guard process.state == .background, !isAndroid, scheduler.isIdle else { return }
    cancel(process.takeSuspension())
    process.attach(suspension: schedule(.suspend, at: now.advanced(byMilliseconds: 5000)))
  }
}
