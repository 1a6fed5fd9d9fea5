import CivilTime
import DailyNotification
import JSONText
import SimulationCore

extension Command {
  /// The command's verb; a call's verb is `call`.
  public var verb: String {
    switch self {
    case .call: "call"
    case .warpClock: "warpClock"
    case .setZone: "setZone"
    case .shiftDST: "shiftDST"
    case .launch: "launch"
    case .foreground: "foreground"
    case .background: "background"
    case .swipeAway: "swipeAway"
    case .systemTerminate: "systemTerminate"
    case .forceStop: "forceStop"
    case .updateApp: "updateApp"
    case .reinstall: "reinstall"
    case .lock: "lock"
    case .unlock: "unlock"
    case .reboot: "reboot"
    case .powerOff: "powerOff"
    case .powerOn: "powerOn"
    case .answerDialog: "answerDialog"
    case .tapNotification: "tapNotification"
    case .dismissDelivered: "dismissDelivered"
    case .setPermission: "setPermission"
    case .setBackgroundRefresh: "setBackgroundRefresh"
    case .setLowPowerMode: "setLowPowerMode"
    case .setBattery: "setBattery"
    case .setNetwork: "setNetwork"
    case .setExactAlarm: "setExactAlarm"
    case .setChannel: "setChannel"
    case .tamperCache: "tamperCache"
    case .fillDisk: "fillDisk"
    case .failWrites: "failWrites"
    case .clearPending: "clearPending"
    case .scriptAPI: "scriptAPI"
    case .simulateTaskLaunch: "simulateTaskLaunch"
    case .simulateTaskExpiration: "simulateTaskExpiration"
    case .harness(let verb): verb.name
    }
  }

  /// The command's parameter as text; nil when it has none.
  public var argument: String? {
    switch self {
    case .call(let method, _): method
    case .warpClock(let milliseconds): DurationText.text(milliseconds)
    case .setZone(let zone): zone.identifier
    case .reboot(let isLocked), .powerOn(let isLocked): isLocked ? "locked" : "unlocked"
    case .answerDialog(let isAllowed): isAllowed ? "allow" : "deny"
    case .tapNotification(let identifier): identifier
    case .dismissDelivered(let identifier): identifier
    case .setPermission(let status): status.replyWord
    case .setBackgroundRefresh(let status): status.rawValue
    case .setLowPowerMode(let isOn), .fillDisk(let isOn): isOn ? "on" : "off"
    case .setBattery(let level, let isCharging):
      "\(level)" + (isCharging.map { $0 ? " charging" : " unplugged" } ?? "")
    case .setNetwork(let condition): condition.rawValue
    case .setExactAlarm(let isGranted): isGranted ? "granted" : "denied"
    case .setChannel(let identifier, let importance): "\(identifier) \(importance)"
    case .scriptAPI(let responses):
      responses.count == 1 ? "1 response" : "\(responses.count) responses"
    case .tamperCache(let tampering): tampering.rawValue
    case .failWrites(let count): String(count)
    case .simulateTaskLaunch(let identifier), .simulateTaskExpiration(let identifier): identifier
    case .harness(let verb): verb.argument
    case .shiftDST, .launch, .foreground, .background, .swipeAway, .systemTerminate,
      .forceStop, .updateApp, .reinstall, .lock, .unlock, .powerOff, .clearPending:
      nil
    }
  }

  /// The command without secrets, for records.
  var redacted: Command {
    guard case .call(let method, let options) = self else { return self }
    return .call(method: Redaction.text(method), options: Redaction.object(options))
  }

  func visitFields(_ visitor: inout some FieldVisitor) {
    visitor.field("verb", verb)
    visitor.field("argument", argument ?? "")
    switch self {
    case .call(_, let options):
      visitor.json("options", JSONValue.object(options).canonicalText)
    case .scriptAPI(let responses):
      visitor.json("responses", JSONValue.array(responses.map(\.json)).canonicalText)
    default: break
    }
  }
}
