import DeviceModel

/// A scenario's run on both systems, side by side.
public struct ParityComparison: Hashable, Sendable {
  /// A fact that differs.
  public struct Difference: Hashable, Sendable {
    /// What differs.
    public let fact: ParityFact
    /// The documented rule that explains it; nil when none does.
    public let rule: ParityRule?
  }

  /// The scenario's name, without the system.
  public let name: String
  /// The file's path as given.
  public let path: String
  /// What was observed on an iPhone.
  public let ios: ParityFacts
  /// What was observed on an Android phone.
  public let android: ParityFacts

  /// Runs a scenario on both systems; `nil` for one that cannot be compared.
  init(_ ios: Scenario, _ android: Scenario) {
    name = SecretTexts(ios.redactions + android.redactions).cleaned(ios.name)
    path = ios.path
    self.ios = ParityRun.facts(of: ios)
    self.android = ParityRun.facts(of: android)
  }

  /// Makes a comparison of facts.
  init(name: String, path: String, ios: ParityFacts, android: ParityFacts) {
    self.name = name
    self.path = path
    self.ios = ios
    self.android = android
  }

  /// Whether it ran on one system only, and says why.
  public var isOneSided: Bool { ios.outcome == .skipped || android.outcome == .skipped }

  /// The facts that differ, each with the rule that explains it.
  public var differences: [Difference] {
    guard !isOneSided else { return [] }
    return ParityFact.allCases.compactMap { fact in
      guard fact.value(ios) != fact.value(android) else { return nil }
      let rule = ParityRule.allCases.first { $0.explains(fact, ios: ios, android: android) }
      return Difference(fact: fact, rule: rule)
    }
  }

  /// Whether both runs passed, and each difference is explained.
  public var isExplained: Bool {
    isOneSided
      || ios.outcome == .passed && android.outcome == .passed
        && differences.allSatisfy { $0.rule != nil }
  }
}
