import DeviceModel
import Testing

@Suite("knobs")
struct KnobsTests {
  private static let rows = Knobs.table.map { ($0.name, $0.values) }

  @Test("default to the first value of their row, and accept all others", arguments: rows)
  func values(name: String, values: [String]) throws {
    let row = Knobs.table.firstIndex { $0.name == name } ?? 0
    #expect(Knobs().settings[row].value == values.first)
    #expect(values.count >= 2)
    for value in values {
      var knobs = Knobs()
      try knobs.set(name, to: value)
      #expect(knobs.settings[row].value == value)
      #expect((knobs == Knobs()) == (value == values.first))
    }
  }

  @Test("have unique names")
  func names() {
    let names = Knobs.table.map(\.name)
    #expect(Set(names).count == names.count)
    #expect(Knobs().settings.map(\.name) == names)
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
