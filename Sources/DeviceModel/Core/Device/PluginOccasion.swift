import DailyNotification

/// What lets plugin code run on every kind of phone.
enum PluginOccasion: Sendable {
  case load
  case launched
  case resumed
  case launchedInBackground
  case timeChanged
  case call(PluginCall)
  case authorizationAnswered
  case tapped
  // Buttons of the test app
  case prefetchNow
  case rescheduleAll
  case shortenNextLead
  case registerFetcher
}

extension Plugin {
  /// Runs plugin code for an occasion.
  mutating func take(_ occasion: PluginOccasion, on platform: inout Family.System) {
    switch occasion {
    case .load: load(on: &platform)
    case .launched: launched(on: &platform)
    case .resumed: resumed(on: &platform)
    case .launchedInBackground: launchedInBackground(on: &platform)
    case .timeChanged: timeChanged(on: &platform)
    case .call(let call): handle(call, on: &platform)
    case .authorizationAnswered: authorizationAnswered(on: &platform)
    case .tapped: tapped(on: &platform)
    case .prefetchNow: prefetchNow(on: &platform)
    case .rescheduleAll: rescheduleAll(on: &platform)
    case .shortenNextLead: shortenNextLead()
    case .registerFetcher: registerFetcher(on: &platform)
    }
  }
}
