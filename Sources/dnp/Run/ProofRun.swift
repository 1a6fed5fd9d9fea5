import ArgumentParser
import LocatedYAML
import PlainText
import Reports
import Scenarios

/// `dnp run --prove`: each scenario as it is, then with each change that must make it fail.
struct ProofRun {
  let text: RunText

  /// Prints a line for each change; 1 when a scenario fails unchanged, or passes with a change.
  func prove(_ scenarios: [Scenario]) throws(CommandFailure) -> ExitCode {
    var isProven = true
    // Rows of data are one file; the proof of one row is enough.
    let provable = Set(scenarios.filter { !$0.breaks.isEmpty }.map(\.path))
    for scenario in scenarios {
      let result = ScenarioRunner.run(scenario)
      let proofs = result.outcome == .passed ? BreakProof.prove(scenario) : []
      let isBare = !provable.contains(scenario.path)
      isProven =
        isProven && !isBare && proofs.allSatisfy(\.isAsSaid) && result.outcome == .passed
      var lines = text.explanation(result)
      if let reason = result.skipReason {
        lines += "\(scenario.path): it was skipped (\(reason)), so nothing is proven\n"
      }
      if isBare {
        lines += "\(scenario.path): no 'breaks': nothing shows that it can fail\n"
      }
      let secrets = SecretTexts(scenario.redactions)
      for proof in proofs { lines += secrets.cleaned(line(proof, of: scenario)) }
      try StandardStreams.print(lines)
    }
    return isProven ? .success : .expectationFailed
  }

  private func line(_ proof: BreakProof, of scenario: Scenario) -> String {
    let place = "\(scenario.path):\(proof.change.place.line)"
    let change = SafeText.terminalLine(proof.text)
    guard !proof.isAsSaid else { return "\(text.mark(.passed)) \(place): red \(change)\n" }
    let found = proof.failures.isEmpty ? "it stays green" : proof.failures.joined(separator: "; ")
    return "\(text.mark(.failed)) \(place): \(change)\n"
      + SafeText.terminalLine("  expected  a failure with '\(proof.change.failure)'") + "\n"
      + SafeText.terminalLine("  found     \(found)") + "\n"
  }
}
