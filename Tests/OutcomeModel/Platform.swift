/// The two phones that an outcome model knows.
///
/// Where their rules differ, the model asks for the platform, and the rule stands in `IOS/` or
/// `Android/`:
///
/// - Shown by: the system, minutes late at most; or code that runs when an alarm fires, seconds
///   late.
/// - Armed: requests, as many as the window holds; or two alarms of each schedule.
/// - Armed by: entries and calls; or these, alarms that fire, and broadcasts after a boot, an
///   update, a grant or a change of clock or zone.
/// - Lost with the process: requests that were being added; or what was being shown.
/// - Lost with power, a stop by force or a permission: nothing that is armed; or every alarm.
/// - What was shown is found out: at an entry, from Notification Center, where its date can be in
///   doubt; or at once.
/// - Must be reported as missed: what was armed, or had no room; or also what nothing could show.
public enum Platform: Sendable {
  case ios
  case android

  /// How soon after a call the first notification may be due that it promises, in milliseconds.
  ///
  /// What an iPhone is asked to show takes a moment to be added.
  var additionMilliseconds: Int64 {
    switch self {
    case .ios: 1_000
    case .android: 0
    }
  }

  /// Why nothing is shown that comes due while notifications are denied.
  ///
  /// The code that runs on an Android phone sees it, and has to report it.
  var denial: Occurrence.Excuse {
    switch self {
    case .ios: .denied
    case .android: .impossible
    }
  }
}

extension History {
  /// The kind of phone.
  public var platform: Platform { android == nil ? .ios : .android }
}
