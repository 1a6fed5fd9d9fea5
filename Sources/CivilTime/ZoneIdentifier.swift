/// The grammar of IANA zone identifiers.
///
/// Foundation also knows ICU's own aliases (`PST`, `ACT`, `SystemV/EST5`) and builds zones from
/// `GMT+5`; those are refused, since no phone reports them and the last ones hide typing errors.
enum ZoneIdentifier {
  /// Whether the string may be the identifier of a zone in the time zone database.
  static func isIANA(_ text: String) -> Bool {
    guard text.utf8.contains(UInt8(ascii: "/")) else { return withoutArea.contains(text) }
    return !text.hasPrefix("SystemV/") && text != "Etc/Unknown"
  }

  /// The identifiers without a slash; `Factory`, which stands for "not set", is left out.
  ///
  /// Source: `zones` of tzdata 2025b.
  private static let withoutArea: Set<String> = [
    "CET", "CST6CDT", "Cuba", "EET", "EST", "EST5EDT", "Egypt", "Eire", "GB", "GB-Eire", "GMT",
    "GMT+0", "GMT-0", "GMT0", "Greenwich", "HST", "Hongkong", "Iceland", "Iran", "Israel",
    "Jamaica", "Japan", "Kwajalein", "Libya", "MET", "MST", "MST7MDT", "NZ", "NZ-CHAT", "Navajo",
    "PRC", "PST8PDT", "Poland", "Portugal", "ROC", "ROK", "Singapore", "Turkey", "UCT", "UTC",
    "Universal", "W-SU", "WET", "Zulu",
  ]
}
