/// What stands in front of the screen.
enum Overlay: Hashable, Sendable {
  case prompt(Prompt)
  case help(HelpList)
  case page(Page)
}
