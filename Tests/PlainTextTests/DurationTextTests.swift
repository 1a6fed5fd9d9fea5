import PlainText
import Testing

@Suite("Durations")
struct DurationTextTests {
  @Test(
    "are parsed from units in order or from milliseconds",
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
    "are negative with a minus sign where that is allowed",
    arguments: [
      ("-2h", -7_200_000), ("-1h30m", -5_400_000), ("-250", -250), ("90s", 90_000), ("0", 0),
      ("--1m", nil), ("-", nil), ("- 1m", nil), ("+1m", nil), ("1h-30m", nil), ("-3651d", nil),
    ] as [(String, Int64?)])
  func signed(text: String, milliseconds: Int64?) {
    #expect(DurationText.signedMilliseconds(text) == milliseconds)
  }

  @Test(
    "are printed with the fewest units",
    arguments: [
      (0, "0ms"), (250, "250ms"), (5_400_000, "1h30m"), (90_061_001, "1d1h1m1s1ms"),
    ] as [(Int64, String)])
  func print(milliseconds: Int64, text: String) {
    #expect(DurationText.text(milliseconds) == text)
  }

  @Test(
    "leave out units that are 0, and a zero duration can be printed in another unit",
    arguments: [
      (0, "0s"), (30_000, "30s"), (60_000, "1m"), (3_600_000, "1h"), (84_600_000, "23h30m"),
      (86_400_000, "1d"), (90_000_000, "1d1h"), (2_670_000, "44m30s"), (-90_000, "-1m30s"),
      (14_609 * 86_400_000, "14609d"),
    ] as [(Int64, String)])
  func zero(milliseconds: Int64, text: String) {
    #expect(DurationText.text(milliseconds, zero: "0s") == text)
  }

  @Test(
    "are rounded down to the two largest units",
    arguments: [
      (0, "0s"), (999, "999ms"), (1_000, "1s"), (5_020, "5s"), (318_500, "5m18s"),
      (300_900, "5m"), (86_700_000, "1d"), (2_606_400_000, "30d4h"),
    ] as [(Int64, String)])
  func rough(milliseconds: Int64, text: String) {
    #expect(DurationText.rough(milliseconds) == text)
  }

  @Test(
    "are written in seconds with three decimals",
    arguments: [(0, "0.000"), (7, "0.007"), (1_250, "1.250"), (61_099, "61.099")]
      as [(Int64, String)])
  func seconds(milliseconds: Int64, text: String) {
    #expect(DurationText.seconds(milliseconds) == text)
  }

  @Test("are measured in milliseconds with one decimal, rounded down")
  func measured() {
    #expect(DurationText.measured(.microseconds(449)) == "0.4 ms")
    #expect(DurationText.measured(.seconds(2)) == "2000.0 ms")
  }
}
