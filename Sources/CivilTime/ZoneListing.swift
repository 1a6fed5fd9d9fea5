/// A zone's transitions as text, in the format of the tests' oracle.
public enum ZoneListing {
  /// The first line of a listing: `# tzdata 2025b`.
  public static var header: String { "# tzdata \(ZoneData.version)\n" }

  /// A line for each transition in those years: `zone epochSeconds offsetBefore offsetAfter`.
  ///
  /// Offsets are in seconds east of UTC, lines ascend and each ends in a line feed.
  public static func text(zone: Zone, fromYear: Int, throughYear: Int) -> String {
    zone.transitions(fromYear: fromYear, throughYear: throughYear).map { transition in
      "\(zone.identifier) \(transition.instant / 1_000) "
        + "\(transition.offsetBefore) \(transition.offsetAfter)\n"
    }.joined()
  }
}
