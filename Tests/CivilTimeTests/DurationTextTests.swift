import CivilTime
import Testing

@Suite("Durations")
struct DurationTextTests {
  @Test(
    "are read from units in order or from milliseconds",
    arguments: [
      ("0", 0), ("250", 250), ("250ms", 250), ("90s", 90_000), ("6m", 360_000),
      ("1h30m", 5_400_000), ("2d", 172_800_000), ("1d1h1m1s1ms", 90_061_001),
      ("3650d", 315_360_000_000),
    ] as [(String, Int64)])
  func read(text: String, milliseconds: Int64) {
    #expect(DurationText.milliseconds(text) == milliseconds)
  }

  @Test(
    "anything else is refused",
    arguments: [
      "", "-1", "-1m", "m", "1x", "1 m", "1m1h", "1m1m", "1.5h", "3651d", "3650d1ms", "1mm",
      "999999999999999999999d", "١m", "+5m",
    ])
  func refuse(text: String) {
    #expect(DurationText.milliseconds(text) == nil)
  }

  @Test(
    "are negative behind a minus sign where that makes sense",
    arguments: [
      ("-2h", -7_200_000), ("-1h30m", -5_400_000), ("-250", -250), ("90s", 90_000), ("0", 0),
      ("--1m", nil), ("-", nil), ("- 1m", nil), ("+1m", nil), ("1h-30m", nil), ("-3651d", nil),
    ] as [(String, Int64?)])
  func signed(text: String, milliseconds: Int64?) {
    #expect(DurationText.signedMilliseconds(text) == milliseconds)
  }

  @Test(
    "are printed in the fewest units",
    arguments: [
      (0, "0ms"), (250, "250ms"), (5_400_000, "1h30m"), (90_061_001, "1d1h1m1s1ms"),
    ] as [(Int64, String)])
  func print(milliseconds: Int64, text: String) {
    #expect(DurationText.text(milliseconds) == text)
  }
}
