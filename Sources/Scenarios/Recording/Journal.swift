public import DeviceModel
public import SimulationCore

/// What was done to a phone, in order, and when: enough to do it again.
public struct Journal: Sendable {
  /// One thing that was done.
  public struct Entry: Sendable {
    /// The button it was, where it was one.
    public let control: Control?
    /// What the phone was told; of several commands each waited for the reply to the one before.
    public let commands: [Command]
    /// When.
    public let instant: SimulationInstant
    /// How it ended.
    public let end: End
  }

  /// How something ended.
  public enum End: Hashable, Sendable {
    /// It was done, or a call was answered by a value.
    case succeeded
    /// A call was rejected, with this word.
    case rejected(String)
    /// The phone refused it, for the reason of this name.
    case refused(String)
    /// The app's process ended before a call was answered.
    case lost
    /// A call has no reply yet.
    case waiting
  }

  /// The phone it was done to.
  public let configuration: DeviceConfiguration
  /// What was done.
  public let entries: [Entry]
  /// When the journal ends.
  public let end: SimulationInstant

  /// Texts that no recording may show.
  public let secrets: SecretTexts

  /// Makes a journal.
  public init(
    configuration: DeviceConfiguration, entries: [Entry], end: SimulationInstant,
    secrets: SecretTexts = SecretTexts([])
  ) {
    self.configuration = configuration
    self.entries = entries
    self.end = end
    self.secrets = secrets
  }
}
