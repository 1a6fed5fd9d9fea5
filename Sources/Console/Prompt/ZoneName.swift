import CivilTime

/// Time zones by the name of their city, as people type it: `new york`.
enum ZoneName {
  /// How many letters a city needs; fewer mean too many.
  private static let lettersMin = 4

  /// The last part of each zone's name, as a person types it, beside the zone.
  private static let cities: [(city: String, zone: String)] = ZoneData.identifiers.compactMap {
    zone in
    guard let slash = zone.lastIndex(of: "/") else { return nil }
    let city = zone[zone.index(after: slash)...].lowercased().replacing("_", with: " ")
    return (city, zone)
  }

  /// The zones whose city begins with what was typed, in any case.
  static func zones(of typed: String) -> [String] {
    guard typed.count >= lettersMin else { return [] }
    return zones(beginning: typed)
  }

  /// The same without a least length.
  static func zones(beginning typed: String) -> [String] {
    guard !typed.isEmpty else { return [] }
    let typed = typed.lowercased().replacing("_", with: " ")
    return cities.filter { $0.city.hasPrefix(typed) }.map(\.zone)
  }
}
