import CivilTime
import DeviceModel
import JSONText
import Scenarios
import SimulationCore

/// The explanation of a day as JSON, described in docs/why.md.
struct WhyJSON {
  let explanation: DayExplanation

  /// One object.
  var value: JSONValue {
    [
      "day": .string(explanation.day.text),
      "zone": .string(explanation.zone.identifier),
      "isFine": .bool(explanation.isFine),
      "run": [
        "firstDay": .string(explanation.days.lowerBound.text),
        "lastDay": .string(explanation.days.upperBound.text),
        "interruption": explanation.interruption.map(JSONValue.string) ?? .null,
      ],
      "notifications": .array(explanation.stories.map(value)),
      "otherCode": .array(explanation.foreign.map(value)),
      "nothing": explanation.nothing.map(value) ?? .null,
    ]
  }

  private func value(_ story: NotificationStory) -> JSONValue {
    [
      "id": .string(story.id),
      "planned": .string(ISO8601.text(story.plannedMilliseconds)),
      "plannedLocal": .string(story.zone.wallTime(at: story.plannedMilliseconds).text),
      "zone": .string(story.zone.identifier),
      "verdict": .string(story.verdict.rawValue),
      "shown": .array(story.showings.map(value)),
      "remarks": .array(story.remarks.map(JSONValue.string)),
      "reasons": .array(story.reasons.map(JSONValue.string)),
      "chain": .array(story.chain.map(value)),
      "omittedRecords": .integer(Int64(story.omittedCount)),
    ]
  }

  private func value(_ showing: NotificationStory.Showing) -> JSONValue {
    [
      "at": .string(ISO8601.text(showing.wallMilliseconds)),
      "driftMs": .integer(showing.driftMilliseconds),
      "source": .string(showing.source),
      "identifier": .string(showing.identifier),
      "record": .integer(Int64(showing.sequence)),
    ]
  }

  private func value(_ foreign: ForeignStory) -> JSONValue {
    [
      "at": .string(ISO8601.text(foreign.wallMilliseconds)),
      "identifier": .string(foreign.identifier),
      "record": .integer(Int64(foreign.sequence)),
    ]
  }

  private func value(_ link: ChainLink) -> JSONValue {
    [
      "at": .string(link.localText), "says": .string(link.text),
      "record": .object(link.record.json),
    ]
  }

  private func value(_ nothing: DayExplanation.Nothing) -> JSONValue {
    [
      "reasons": .array(nothing.reasons.map(JSONValue.string)),
      "chain": .array(nothing.chain.map(value)),
      "isFine": .bool(nothing.isFine),
    ]
  }
}
