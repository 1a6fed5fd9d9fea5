/// What the simulated phone does not simulate; every report contains these sentences.
public enum KnownLimits {
  /// One sentence each.
  public static let texts = [
    "The phone is simulated: a pass here does not replace a run on a real device.",
    "How late background tasks run and notifications drift is drawn from assumed distributions.",
    "iOS only: what Android does differently is not simulated.",
    "No server is asked: the content API is scripted, or the plugin's fixed content is used.",
    "Tokens are signed with test keys, and only identities of did:ethr are known.",
    "What else the simulated system leaves out is listed in docs/platform.md.",
  ]
}
