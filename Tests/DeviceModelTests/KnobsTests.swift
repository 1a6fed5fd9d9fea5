import DeviceModel
import Testing

@Suite("knobs")
struct KnobsTests {
  private static let rows = Knobs.table.map { ($0.name, $0.values) }

  @Test("default to the first value of their row, and accept all others", arguments: rows)
  func values(name: String, values: [String]) throws {
    #expect(value(of: name, in: Knobs()) == values.first)
    #expect(values.count >= 2)
    for value in values {
      var knobs = Knobs()
      try knobs.set(name, to: value)
      #expect(self.value(of: name, in: knobs) == value)
      #expect((knobs == Knobs()) == (value == values.first))
    }
  }

  @Test("have unique names")
  func names() {
    let names = Knobs.table.map(\.name)
    #expect(Set(names).count == names.count)
    for platform in DevicePlatform.allCases {
      let ofPlatform = Knobs().settings(on: platform).map(\.name)
      #expect(ofPlatform == Knobs.table(on: platform).map(\.name))
    }
  }

  @Test("belong to the platforms on which they have an effect")
  func platforms() {
    let ios = Knobs.table(on: .ios).map(\.name)
    let android = Knobs.table(on: .android).map(\.name)
    #expect(ios.contains("pendingOverflow") && !ios.contains("dozeQuota"))
    #expect(android.contains("dozeQuota") && !android.contains("pendingOverflow"))
    #expect(Set(ios).union(android) == Set(Knobs.table.map(\.name)))
    let both: Set = [
      "taskLateness", "restoreKeepsPermission", "pluginRegistration", "ttlDefault", "leadDefault",
      "reminderZone",
      "reminderPriority", "dailyRollover", "dualMode", "emptyResult", "fetchRetries",
      "errorNames", "contentApi", "nativeFetcher",
    ]
    #expect(Set(ios).intersection(android) == both)
  }

  private func value(of name: String, in knobs: Knobs) -> String? {
    let platform = Knobs.table.first { $0.name == name }?.platforms.first ?? .ios
    return knobs.settings(on: platform).first { $0.name == name }?.value
  }

  @Test("that are unknown are refused, with the possible ones listed")
  func errors() {
    var knobs = Knobs()
    #expect(throws: KnobError.unknownKnob("x", known: Knobs.table.map(\.name))) {
      try knobs.set("x", to: "y")
    }
    #expect(
      throws: KnobError.unknownValue(
        "some", knob: "deliveryDrift", known: ["bounded180", "none", "beyond"])
    ) {
      try knobs.set("deliveryDrift", to: "some")
    }
    #expect(knobs == Knobs())
    #expect(
      KnobError.unknownValue("a", knob: "b", known: ["c", "d"]).description
        == "knob 'b' has no value 'a'; values: c, d")
    #expect(
      KnobError.unknownKnob("a", known: ["b", "c"]).description
        == "there is no knob 'a'; knobs: b, c")
  }
}
