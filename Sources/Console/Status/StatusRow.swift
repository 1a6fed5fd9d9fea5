/// One line of the status: a light, a label and a text.
struct StatusRow: Hashable {
  /// Which row stays where there is little room: 0 is left out last.
  let rank: Int
  let light: Light
  let label: String
  let text: String
}
