import DailyNotification
import DeviceModel

extension Schema {
  /// What is seen and heard of a notification.
  static let presentation = Schema.object([
    "banner": .boolean.about("Whether it drops down over what is on the screen."),
    "list": .boolean.about("Whether Notification Center, or the shade, keeps it."),
    "lockScreen": .boolean.about("Whether a locked phone shows it."),
    "sound": .boolean, "vibration": .boolean,
    "badge": .integer.orNull.about("The number that it puts on the app's icon, if any."),
    "interruption": .words(InterruptionLevel.self),
    "decidedBy": .words(Presentation.Decider.self).about("Who had the last word."),
  ])
}
