public import Scenarios

/// What the runs of a report do not show; every report contains these sentences.
public enum KnownLimits {
  /// One sentence each: what one phone does says nothing of the other, and a live run asks servers.
  public static func texts(of results: [ScenarioResult]) -> [String] {
    var texts = [
      "The phone is simulated: a pass here does not replace a run on a real device.",
      "How late background tasks run and notifications drift is drawn from assumed distributions.",
    ]
    let platforms = Set(results.map(\.setup.platform))
    if !platforms.contains("android") {
      texts.append("Every phone is an iPhone: what Android does differently does not show.")
    } else if !platforms.contains("ios") {
      texts.append("Every phone is an Android phone: what iOS does differently does not show.")
    }
    if results.contains(where: \.wasLive) {
      texts.append("Servers answered in live runs: the next such run may get other answers.")
    }
    if !results.allSatisfy(\.wasLive) || results.isEmpty {
      let scope = results.contains(where: \.wasLive) ? "In the other runs no" : "No"
      texts.append(
        "\(scope) server is asked: the content API is scripted, or the plugin's fixed content is "
          + "used.")
    }
    return texts + [
      "Tokens are signed with test keys, and only identities of did:ethr are known.",
      "What else the simulated system leaves out is listed in docs/platform.md.",
    ]
  }
}
