public import DailyNotification
public import JSONText

/// How a notification that is shown reaches the person: what is seen of it, and what is heard.
///
/// `{banner: true, list: true, sound: true, decidedBy: settings}` drops down over what is on the
/// screen, stays in the list and plays a sound. It is decided once, when the notification is shown.
public struct Presentation: Hashable, Sendable {
  /// Who had the last word.
  public enum Decider: String, Hashable, Sendable, CaseIterable {
    /// What the person set for the app on an iPhone; everything is as the app asked.
    case settings
    /// The app itself: it asked for no sound, or for no interruption.
    case notification
    /// Notifications are allowed on trial: in Notification Center alone.
    case provisional
    /// The app is in front, and its delegate said how.
    case delegate
    /// A Focus silences the iPhone.
    case focus
    /// It came with the scheduled summary of an iPhone.
    case summary
    /// The channel, on Android.
    case channel
    /// Do Not Disturb, on Android.
    case doNotDisturb
  }

  /// Whether it drops down over what is on the screen.
  public var banner = true
  /// Whether it stays in Notification Center, or in the shade.
  public var list = true
  /// Whether a locked phone shows it.
  public var lockScreen = true
  /// Whether it plays a sound.
  public var sound = true
  /// Whether the phone vibrates.
  public var vibration = true
  /// The number that it puts on the app's icon; nil where it leaves that alone.
  public var badge: Int64?
  /// How urgently an iPhone treats it; on Android always active.
  public var interruption = InterruptionLevel.active
  /// Who decided it.
  public var decidedBy: Decider

  /// Makes the presentation of a notification that is seen and heard in full.
  public init(decidedBy: Decider) { self.decidedBy = decidedBy }

  /// The same, listed in silence.
  func quiet(by decider: Decider) -> Presentation {
    var quiet = Presentation(decidedBy: decider)
    (quiet.banner, quiet.lockScreen, quiet.sound, quiet.vibration) = (false, false, false, false)
    quiet.list = list
    quiet.badge = badge
    quiet.interruption = interruption
    return quiet
  }

  /// The same as a part of the scheduled summary: in the list and on the lock screen, in silence.
  ///
  /// Assumed: the summary makes one entry and no banner or sound for each notification.
  var inSummary: Presentation {
    switch decidedBy {
    case .provisional, .focus: return self
    case .settings, .notification, .delegate, .summary, .channel, .doNotDisturb:
      var shown = quiet(by: .summary)
      shown.lockScreen = lockScreen
      return shown
    }
  }

  /// What is missing of it, in words: `listed only`; nil where nothing is.
  ///
  /// That the lock screen lacks it goes unsaid while the app is in front: the phone is unlocked.
  public var words: String? {
    let isHeard = sound || vibration
    let isSeen = banner || lockScreen
    if !list { return isSeen || isHeard ? "not listed" : "neither seen nor heard" }
    if !isSeen, !isHeard { return "listed only" }
    if !isHeard { return banner ? "silent" : "silent, no banner" }
    if !banner { return "no banner" }
    if !sound { return "vibrates only" }
    return lockScreen || decidedBy == .delegate ? nil : "not on the lock screen"
  }

  /// Whether nothing is missing of it, and it sets no number.
  ///
  /// The record of a shown notification has a presentation only where this is false.
  public var isWhole: Bool { words == nil && badge == nil }

  /// Who decided it, in words.
  public var reason: String {
    switch decidedBy {
    case .settings: "the person's settings of the app"
    case .notification:
      interruption == .passive ? "it is a passive one" : "the app asked for no sound"
    case .provisional: "notifications are allowed on trial"
    case .delegate: "the app was in front"
    case .focus: "a Focus was on"
    case .summary: "it came with the scheduled summary"
    case .channel: "its channel"
    case .doNotDisturb: "Do Not Disturb was on"
    }
  }

  /// What is missing and why: `listed only (a Focus was on)`; nil where nothing is.
  public var remark: String? { words.map { "\($0) (\(reason))" } }

  /// The presentation as `{banner, list, …}`.
  public var json: JSONValue {
    [
      "banner": .bool(banner), "list": .bool(list), "lockScreen": .bool(lockScreen),
      "sound": .bool(sound), "vibration": .bool(vibration),
      "badge": badge.map(JSONValue.integer) ?? .null,
      "interruption": .string(interruption.rawValue), "decidedBy": .string(decidedBy.rawValue),
    ]
  }
}
