public import DeviceModel
public import Session
public import SimulationCore

/// What was done to a phone, in order, and when: enough to repeat it.
public struct Journal: Sendable {
  /// The phone it was done to.
  public let configuration: DeviceConfiguration
  /// What was done.
  public let presses: [Press]
  /// The instant at which the journal ends.
  public let end: SimulationInstant
  /// Strings that no recording may show.
  public let secrets: SecretTexts

  /// Creates a journal.
  public init(
    configuration: DeviceConfiguration, presses: [Press], end: SimulationInstant,
    secrets: SecretTexts = SecretTexts([])
  ) {
    self.configuration = configuration
    self.presses = presses
    self.end = end
    self.secrets = secrets
  }
}
