import CivilTime
import Testing

@Suite("ISO 8601 text")
struct ISO8601Tests {
  @Test(
    "prints and reads instants",
    arguments: [
      ("1970-01-01T00:00:00Z", 0), ("2025-11-15T05:53:00Z", 1_763_185_980_000),
      ("2025-11-15T05:53:00.003Z", 1_763_185_980_003), ("1969-12-31T23:59:59.999Z", -1),
      ("2000-02-29T12:34:56.700Z", 951_827_696_700), ("0000-01-01T00:00:00Z", -62_167_219_200_000),
      ("9999-12-31T23:59:59.999Z", 253_402_300_799_999),
    ] as [(String, Int64)])
  func printsAndReads(text: String, instant: Int64) {
    #expect(ISO8601.text(instant) == text)
    #expect(ISO8601.parse(text) == instant)
  }

  @Test(
    "reads shorter times and other offsets",
    arguments: [
      ("2025-11-15T05:53Z", 1_763_185_980_000), ("2025-11-15T00:53-05:00", 1_763_185_980_000),
      ("2025-11-15T11:38:00+05:45", 1_763_185_980_000),
      ("2025-11-15T05:53:00.003+00:00", 1_763_185_980_003),
      ("1970-01-01T00:00:00-00:00", 0), ("1970-01-01T00:00+23:59", -86_340_000),
    ] as [(String, Int64)])
  func readsOtherForms(text: String, instant: Int64) {
    #expect(ISO8601.parse(text) == instant)
  }

  @Test(
    "refuses anything else",
    arguments: [
      "", "2025-11-15", "2025-11-15T05:53", "2025-11-15T05:53:00", "2025-11-15 05:53:00Z",
      "2025-11-15t05:53:00Z", "2025-11-15T05:53:00z", "2025-11-15T24:00:00Z",
      "2025-11-15T05:60:00Z", "2025-11-15T05:53:60Z", "2025-02-30T05:53:00Z",
      "2025-11-15T05:53:00.3Z", "2025-11-15T05:53:00.0003Z", "2025-11-15T05:53:00,003Z",
      "2025-11-15T05:53:00+0500", "2025-11-15T05:53:00+05", "2025-11-15T05:53:00+24:00",
      "2025-11-15T05:53:00+05:60", "2025-11-15T05:53:00Z ", "+02025-11-15T05:53:00Z",
      "2025-11-15T05:53:00ZZ", "2025-11-15T5:53:00Z", "2025-11-15T05:53.003Z",
    ])
  func refusesOtherText(text: String) {
    #expect(ISO8601.parse(text) == nil)
  }

  @Test("prints the smallest and the greatest instants without trapping")
  func printsExtremes() {
    #expect(ISO8601.text(253_402_300_800_000) == "+010000-01-01T00:00:00Z")
    #expect(ISO8601.text(.max) == "+0000000000292278994-08-17T07:12:55.807Z")
    #expect(ISO8601.text(.min) == "-0000000000292275055-05-16T16:47:04.192Z")
  }
}
