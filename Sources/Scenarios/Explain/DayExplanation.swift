public import CivilTime
import DeviceModel
import SimulationCore

/// What happened to every notification that was planned for a day or shown on it, and why.
public struct DayExplanation: Sendable {
  /// Why nothing was planned.
  public struct Nothing: Sendable {
    /// The reasons, one sentence each.
    public let reasons: [String]
    /// The records that show it, oldest first.
    public let chain: [ChainLink]
    /// Whether no scheduling call failed.
    public let isFine: Bool

    init(reasons: [String], chain: [ChainLink], isFine: Bool) {
      self.reasons = reasons
      self.chain = chain
      self.isFine = isFine
    }

    /// The day is no day of the run.
    fileprivate init(outside days: ClosedRange<CivilDate>, _ interruption: String?) {
      let end = interruption.map { ", where it ended early (\($0))" } ?? ""
      self.init(
        reasons: [
          "the run goes from \(days.lowerBound.text) to \(days.upperBound.text)\(end)"
        ], chain: [], isFine: true)
    }
  }

  /// The maximum number of records in a chain.
  public static let chainMax = 60

  /// The day, in the phone's zone.
  public let day: CivilDate
  /// The phone's zone at the end of the day, or of the run.
  public let zone: Zone
  /// The days of the run.
  public let days: ClosedRange<CivilDate>
  /// Why the run ended before its last step; nil if it did not.
  public let interruption: String?
  /// One story for each notification that was planned for the day or shown on it, in the order of
  /// their planned times.
  public let stories: [NotificationStory]
  /// What other code in the app showed on the day, in its order.
  public let foreign: [ForeignStory]
  /// Why there is no story; nil if there are stories.
  public let nothing: Nothing?

  /// Whether every notification was shown with fetched content or did not have to be.
  public var isFine: Bool {
    stories.allSatisfy(\.verdict.isFine) && nothing?.isFine ?? true
  }

  /// Explains a day of a run; `id` selects one schedule.
  public init(_ trace: RunTrace, day: CivilDate, id: String? = nil) throws(ExplanationError) {
    let explainer = try DayExplainer(trace, day: day, id: id)
    self.day = day
    days = trace.days
    interruption = trace.interruption
    zone = explainer.zone
    stories = explainer.stories()
    foreign = id == nil ? explainer.foreign() : []
    let isInRun = trace.days.contains(day)
    nothing =
      !stories.isEmpty
      ? nil : isInRun ? explainer.nothing() : Nothing(outside: trace.days, trace.interruption)
  }
}

/// Why a day cannot be explained.
public enum ExplanationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// No schedule with that name was stored, requested or shown.
  case unknownSchedule(String, known: [String])

  public var description: String {
    switch self {
    case .unknownSchedule(let id, let known):
      "there is no schedule '\(id)' in the run; "
        + (known.isEmpty ? "nothing was scheduled" : "give one of \(known.joined(separator: ", "))")
    }
  }
}
