/// The house rules applied to files.
enum HouseRules {
  static let all: [Rule] =
    Rule.pureRing + [Rule.unorderedIteration] + Rule.sources + Rule.shape + Rule.imports
    + [Rule.exhaustiveSwitch] + Rule.platformSeam

  /// The violations in the files, in the order of the files, without those that `allowances`
  /// excuses; an allowance that excuses nothing is a finding too.
  static func findings(
    in files: [SourceFile], allowances: [Allowance] = Allowance.all
  ) -> [Finding] {
    let project = Project(files)
    var unused = allowances
    var findings: [Finding] = []
    for file in files {
      for finding in all.flatMap({ $0.findings(in: file, of: project) }) {
        let isAllowed = allowances.contains { $0.covers(finding, in: file) }
        unused.removeAll { $0.covers(finding, in: file) }
        if !isAllowed { findings.append(finding) }
      }
    }
    return findings
      + unused.map { allowance in
        Finding(
          path: allowance.path, line: 1, rule: "an allowance without need: \(allowance.rule)",
          remedy: "remove it from Allowance")
      }
  }
}
