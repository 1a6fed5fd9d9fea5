/// Where the app's process stands while its code runs; the raw value is the word of the replies.
///
/// Source: Apple, UIApplication.State; Android's ProcessLifecycleOwner tells the same three apart.
public enum ApplicationState: String, Hashable, Sendable, CaseIterable {
  /// On the screen.
  case foreground
  /// On the screen, with a dialog of the system in front of it.
  case inactive
  /// Not on the screen.
  case background
}
