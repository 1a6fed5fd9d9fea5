import DailyNotification

/// What the queue of an Android phone holds.
enum AndroidEvent: Sendable {
  /// The time of an alarm has come, or the end of what it waited for.
  case alarm(serial: Int)
  /// The next delivery to a receiver.
  case deliver
  /// The time of an alarm's receiver is up.
  case receiverOverdue(run: Int)
  /// A broadcast is sent.
  case broadcast(Broadcast)
  /// The app is told of a permission for which no dialog was shown.
  case permissionAnswered
  /// The next phase of Doze begins.
  case doze
  /// The begin date of work has come, and its lateness has passed.
  case workReady(serial: Int)
  /// Ready work runs if the conditions hold.
  case runReadyWork
  /// The quota of run time is used up, or has room again.
  case jobQuota
  /// The app moves to another bucket, or counts as unused.
  case disuse
  /// The time of a worker is up.
  case workOverdue(run: Int)
}
