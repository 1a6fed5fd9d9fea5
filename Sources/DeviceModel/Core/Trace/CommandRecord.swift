import CivilTime
public import DailyNotification
import JSONText
import SimulationCore

/// What was done to the device from outside, from the start of the run on.
public indirect enum CommandRecord: Sendable {
  case began(DeviceConfiguration)
  /// A command other than a call.
  case performed(Command)
  /// A command that made no sense and changed nothing.
  case refused(Command, CommandRefusal)
  /// The host app called the plugin.
  case called(PluginCall)

  var kind: RecordKind {
    switch self {
    case .began: .began
    case .performed: .command
    case .refused: .refused
    case .called: .called
    }
  }

  func visitFields(_ visitor: inout some FieldVisitor) {
    switch self {
    case .began(let configuration): configuration.visitFields(&visitor)
    case .performed(let command): command.visitFields(&visitor)
    case .refused(let command, let refusal):
      command.visitFields(&visitor)
      visitor.field("refusal", refusal.name)
    case .called(let call):
      visitor.field("call", Int64(call.number))
      visitor.field("method", call.method)
      visitor.json("options", JSONValue.object(call.options).canonicalText)
    }
  }
}

extension DeviceConfiguration {
  fileprivate func visitFields(_ visitor: inout some FieldVisitor) {
    visitor.field("seed", String(seed))
    if platform != .ios { visitor.field("platform", platform.rawValue) }
    visitor.field("variant", variant.rawValue)
    visitor.field("osVersion", osVersion)
    if targetSdk != DeviceConfiguration.targetSdkDefault {
      visitor.field("targetSdk", Int64(targetSdk))
    }
    visitor.time("start", startMilliseconds)
    visitor.field("zone", zone.identifier)
    visitor.field("uptimeMilliseconds", uptimeMilliseconds)
    visitor.field("isLaunchedAtStart", isLaunchedAtStart)
    visitor.field(
      "knobs",
      knobs.recordedSettings(on: platform).map { "\($0.name)=\($0.value)" }.joined(separator: ","))
    switch platform {
    case .ios:
      visitor.field("identifiers", infoPlist.permittedIdentifiers.joined(separator: ","))
      visitor.field("modes", infoPlist.backgroundModes.joined(separator: ","))
    case .android:
      visitor.field("permissions", androidManifest.permissions.joined(separator: ","))
      visitor.field("receivers", androidManifest.receivers.map(\.words).joined(separator: ","))
    }
  }
}
