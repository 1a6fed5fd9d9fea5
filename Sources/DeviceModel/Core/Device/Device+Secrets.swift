public import DailyNotification

extension Device {
  /// Meets the secrets of commands that are given together.
  public mutating func meetSecrets(of commands: [Command]) {
    os.secrets.meet(commands.map(\.givenValue))
  }

  /// Knows the secrets of this phone as they are now: numbers were given for it.
  public mutating func know(_ secrets: SecretNumbers) { os.secrets = secrets }
}

extension OperatingSystem {
  /// A notification without secrets in its words, for records; new ones are met.
  mutating func redacted(_ notification: VisibleNotification) -> VisibleNotification {
    let content = notification.content
    let title = secrets.redact(content.title)
    let body = secrets.redact(content.body)
    guard title != content.title || body != content.body else { return notification }
    var redacted = notification
    redacted.content = NotificationContent(
      title: title, body: body, hasSound: content.hasSound, priority: content.priority,
      categoryIdentifier: content.categoryIdentifier, info: content.info)
    return redacted
  }
}
