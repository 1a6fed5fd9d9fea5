import DeviceModel

extension BridgeSchema {
  /// The settings that only an Android phone has.
  static let android = Schema.object([
    "apiLevel": .count, "targetSdk": .count, "exactAlarms": .boolean, "isStopped": .boolean,
    "isBackgroundRestricted": .boolean, "isBatteryExempt": .boolean,
    "isHibernating": .boolean,
    "standbyBucket": .words(StandbyBucket.self),
    "doze": .words(DozeMachine.Phase.self),
    "doNotDisturb": .words(DoNotDisturb.self),
    "channels": .list(
      .object([
        "identifier": .string, "name": .string, "importance": .integer(0...5), "sound": .boolean,
        "vibration": .boolean, "badge": .boolean, "bypassDnd": .boolean,
      ])),
  ])
}
