import DailyNotification

/// What the phone's queue holds.
enum DeviceEvent: Sendable {
  /// A pending request's trigger has come.
  case trigger(serial: Int)
  /// A due notification is shown.
  case deliver(serial: Int)
  /// The scheduled summary comes.
  case summary
  /// A removal that was asked for takes effect.
  case removal(batch: Int)
  /// The system would run a task from now on.
  case taskReady(serial: Int)
  /// A ready task is run if the conditions hold.
  case runReadyTask
  /// A run's time is up.
  case taskExpires(run: Int)
  /// An expired run was not completed in time.
  case taskOverdue(run: Int)
  /// A fetch ends.
  case fetch(number: Int)
  /// The app in the background is suspended.
  case suspend
  /// Something of an Android phone.
  case android(AndroidEvent)
}

/// An event with the record that scheduled it.
struct ScheduledEvent: Sendable {
  let event: DeviceEvent
  let cause: UInt64?
}
