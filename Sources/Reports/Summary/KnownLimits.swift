/// What the simulated phone does not show, said in every report.
public enum KnownLimits {
  /// One sentence each.
  public static let texts = [
    "The phone is simulated: a pass here does not replace a run on a real device.",
    "How late background tasks run and notifications drift is drawn from assumed distributions.",
    "The content is the plugin's own fixed content; no server is asked.",
    "iOS only; reboot, power, zone and clock changes are not simulated yet.",
    "Calls 11 to 43 of the contract are rejected with 'unimplemented'.",
  ]
}
