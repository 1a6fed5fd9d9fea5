public import DeviceModel
public import LocatedYAML

/// Both systems side by side: the plugin's matrix, its guarantees, and each neutral scenario.
public struct ParityReport: Sendable {
  /// A probe and what was observed.
  public struct Answer: Hashable, Sendable {
    /// The question.
    public let probe: ParityProbe
    /// What was observed.
    public let comparison: ParityComparison

    /// What was observed on a system in words; a dash where it has no such thing.
    public func words(on platform: DevicePlatform) -> String {
      switch platform {
      case .ios:
        probe.ios == nil ? "–" : words(comparison.ios)
      case .android: words(comparison.android)
      }
    }

    private func words(_ facts: ParityFacts) -> String {
      guard facts.outcome == .passed else { return facts.reason ?? facts.outcome.rawValue }
      return probe.facts.map { $0.words(facts) }.joined(separator: ", ")
    }

    /// Whether both sides are as a documented rule says.
    public var isExplained: Bool {
      guard probe.ios != nil else { return comparison.android.outcome == .passed }
      return comparison.isExplained
    }
  }

  /// The probes with what was observed, in the order of the tables.
  public private(set) var answers: [Answer] = []
  /// The scenarios that were run on both systems, in the order given.
  public private(set) var comparisons: [ParityComparison] = []
  /// How many of the given scenarios name one system only.
  public private(set) var oneSidedCount = 0

  /// Runs probes with a version of the plugin; nil for this one.
  public init(
    _ keychain: Keychain, profile: CompatibilityProfile? = nil,
    probes: [ParityProbe] = ParityProbe.all
  ) throws(LocatedError) {
    for probe in probes {
      let comparison = ParityComparison(
        try probe.scenario(on: .ios, keychain, profile),
        try probe.scenario(on: .android, keychain, profile))
      answers.append(Answer(probe: probe, comparison: comparison))
    }
  }

  /// Runs scenarios that were read for each of the two systems; pairs are found by path and name.
  public mutating func add(ios: [Scenario], android: [Scenario]) {
    for scenario in ios {
      guard
        let other = android.first(where: { $0.path == scenario.path && $0.name == scenario.name }),
        !scenario.isForOneSystem, !other.isForOneSystem
      else {
        oneSidedCount += 1
        continue
      }
      comparisons.append(ParityComparison(scenario, other))
    }
  }

  /// The differences that no rule explains, each with the scenario's name.
  public var unexplained: [String] {
    let probes = answers.filter { !$0.isExplained }.map { ($0.probe.title, $0.comparison) }
    let others = comparisons.filter { !$0.isExplained }.map { ($0.name, $0) }
    return (probes + others).map { name, comparison in
      let facts = comparison.differences.filter { $0.rule == nil }.map {
        "\($0.fact.title) \($0.fact.value(comparison.ios)) / "
          + $0.fact.value(comparison.android)
      }
      let reasons = [comparison.ios.reason, comparison.android.reason].compactMap(\.self)
      return "\(name): " + (facts + reasons).joined(separator: "; ")
    }
  }

  /// Whether everything is explained.
  public var isExplained: Bool { unexplained.isEmpty }
}

extension Scenario {
  /// Whether something in its header keeps it from one of the systems.
  fileprivate var isForOneSystem: Bool {
    conditions.contains { condition in
      switch condition {
      case .platform, .system, .variant, .osVersion: true
      case .equal, .status: false
      }
    }
  }
}
