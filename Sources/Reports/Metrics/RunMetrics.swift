import DailyNotification
import PlainText
import Scenarios
import SimulationCore

/// The metrics of a run: its own, and the plugin's.
enum RunMetrics {
  /// Every family, in a fixed order.
  static func families(_ results: [ScenarioResult], context: RunContext) -> [MetricFamily] {
    let tally = RunTally(results)
    return scenarios(results, tally) + invariants(results) + times(results, context)
      + TelemetrySum(results).families
  }

  private static func scenarios(
    _ results: [ScenarioResult], _ tally: RunTally
  ) -> [MetricFamily] {
    let tallies = results.platforms.map { platform in
      (platform, RunTally(results.filter { $0.setup.platform == platform }))
    }
    return [
      MetricFamily(
        name: "dnp_scenarios_total", kind: .counter,
        help: "Scenarios of the run, by the system of the phone and by outcome.",
        samples: samples(tallies) { $0.scenarios($1) }),
      MetricFamily(
        name: "dnp_scenarios_flaky_total", kind: .counter,
        help: "Scenarios that passed only after an attempt that did not.",
        samples: [MetricFamily.Sample(value: String(tally.flaky))]),
      MetricFamily(
        name: "dnp_steps_total", kind: .counter,
        help: "Steps of the run, by the system of the phone and by outcome.",
        samples: samples(tallies) { $0.steps($1) }),
    ]
  }

  private static func samples(
    _ tallies: [(platform: String, tally: RunTally)], _ count: (RunTally, RunOutcome) -> Int
  ) -> [MetricFamily.Sample] {
    tallies.flatMap { platform, tally in
      RunOutcome.allCases.map { outcome in
        MetricFamily.Sample(
          labels: [
            MetricFamily.Label(name: "platform", value: platform),
            MetricFamily.Label(name: "outcome", value: outcome.rawValue),
          ], value: String(count(tally, outcome)))
      }
    }
  }

  private static func invariants(_ results: [ScenarioResult]) -> [MetricFamily] {
    var sums: [InvariantCount] = []
    for count in results.flatMap(\.invariants) {
      if let place = sums.firstIndex(where: { $0.id == count.id }) {
        sums[place].checks += count.checks
        sums[place].violations += count.violations
      } else {
        sums.append(count)
      }
    }
    func samples(_ value: (InvariantCount) -> Int) -> [MetricFamily.Sample] {
      sums.map { sum in
        MetricFamily.Sample(
          labels: [
            MetricFamily.Label(name: "id", value: String(sum.id)),
            MetricFamily.Label(name: "name", value: sum.name),
          ], value: String(value(sum)))
      }
    }
    return [
      MetricFamily(
        name: "dnp_invariant_checks_total", kind: .counter,
        help: "How often each invariant was checked.", samples: samples(\.checks)),
      MetricFamily(
        name: "dnp_invariant_violations_total", kind: .counter,
        help: "How often each invariant broke, allowed ones included.",
        samples: samples(\.violations)),
    ]
  }

  private static func times(
    _ results: [ScenarioResult], _ context: RunContext
  ) -> [MetricFamily] {
    let virtual = results.map(\.endInstant.milliseconds).reduce(0, +)
    return [
      gauge(
        "dnp_run_start_timestamp_seconds", "When the run began, since the Unix epoch.",
        DurationText.seconds(context.startedMilliseconds)),
      gauge(
        "dnp_run_duration_seconds", "How long the run took.",
        DurationText.seconds(context.durationMilliseconds)),
      gauge(
        "dnp_run_virtual_duration_seconds", "How long the scenarios took on their phones.",
        DurationText.seconds(virtual)),
      MetricFamily(
        name: "dnp_build_info", kind: .gauge, help: "The tool that ran the scenarios; always 1.",
        samples: [
          MetricFamily.Sample(
            labels: [
              MetricFamily.Label(name: "version", value: context.version),
              MetricFamily.Label(name: "build", value: context.build),
              MetricFamily.Label(name: "tzdata", value: context.tzDataVersion),
            ], value: "1")
        ]),
    ]
  }

  private static func gauge(_ name: String, _ help: String, _ value: String) -> MetricFamily {
    MetricFamily(
      name: name, kind: .gauge, help: help, samples: [MetricFamily.Sample(value: value)])
  }
}
