/// One line of the status: a light, what it is about, and how it stands.
struct StatusRow: Hashable {
  /// Which row stays where there is little room: 0 goes last.
  let rank: Int
  let light: Light
  let label: String
  let text: String
}
