import CivilTime
public import JSONText

extension Command {
  /// The verb's parameters, from which `VerbTable` makes the same command again; empty for a call.
  public var parameters: JSONObject {
    switch self {
    case .call, .shiftDST, .launch, .foreground, .background, .swipeAway, .systemTerminate,
      .forceStop, .updateApp, .reinstall, .lock, .unlock, .powerOff, .clearPending:
      [:]
    case .warpClock(let milliseconds): ["by": .string(DurationText.text(milliseconds))]
    case .setZone(let zone): ["zone": .string(zone.identifier)]
    case .reboot(let isLocked), .powerOn(let isLocked): ["locked": .bool(isLocked)]
    case .tapNotification(let identifier): ["id": .string(identifier)]
    case .dismissDelivered(let identifier):
      identifier.map { ["id": .string($0)] } ?? [:]
    case .setBattery(let level, let isCharging):
      isCharging.map { ["level": .integer(Int64(level)), "charging": .bool($0)] }
        ?? ["level": .integer(Int64(level))]
    case .setChannel(let identifier, let importance):
      ["channelId": .string(identifier), "importance": .string(importance)]
    case .scriptAPI(let responses): ["responses": .array(responses.map(\.json))]
    case .failWrites(let count): ["count": .integer(Int64(count))]
    case .simulateTaskLaunch(let identifier), .simulateTaskExpiration(let identifier):
      ["identifier": .string(identifier)]
    case .harness(.scheduleInMinutes(let minutes)): ["n": .integer(minutes)]
    case .harness(.timeWarp(let minutes)): ["minutes": .integer(minutes)]
    case .harness: [:]
    case .answerDialog, .setPermission, .setBackgroundRefresh, .setLowPowerMode, .setNetwork,
      .setExactAlarm, .tamperCache, .fillDisk:
      argument.map { ["value": .string($0)] } ?? [:]
    }
  }
}
