/// What is in front of the screen and takes the keyboard.
enum Overlay: Hashable, Sendable {
  case prompt(Prompt)
  case help(HelpList)
  case page(Page)
  case confirmation(Confirmation)
}
