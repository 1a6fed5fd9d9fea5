import ArgumentParser

/// How `dnp lint` prints its findings.
enum LintFormat: String, CaseIterable, ExpressibleByArgument {
  /// A line for each, as compilers print them.
  case text
  case json
  /// SARIF 2.1.0, which code scanning reads.
  case sarif
}
