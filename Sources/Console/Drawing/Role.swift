/// What a piece of the screen is, from which its look follows.
enum Role: Hashable, CaseIterable {
  case text
  case dim
  case bold
  case header
  case badge
  case line
  case title
  case key
  case ok
  case pending
  case error
  case warning
  case marked
  case disabled
  case dialog
  case dialogMarked
  case hit
}
