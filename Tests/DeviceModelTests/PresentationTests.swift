import CivilTime
import DailyNotification
import JSONText
import SimulationCore
import Testing

@testable import DeviceModel

@Suite("presentation")
struct PresentationTests {
  /// What is seen and heard of a notification on an iPhone whose app is in the background.
  private func shown(
    after commands: [Command] = [], permission: AuthorizationStatus = .authorized
  ) throws -> Presentation {
    var device = try Device.exactPhone()
    try device.perform(.setPermission(permission))
    for command in commands { try device.perform(command) }
    device.os.add(.oneShot("a", at: start + minute))
    try device.perform(.background)
    try device.wait(hour)
    return try #require(device.os.delivered.first).presentation
  }

  @Test("of an iPhone is whole where the person has changed nothing")
  func whole() throws {
    #expect(try shown() == Presentation(decidedBy: .settings))
    #expect(try shown().remark == nil)
  }

  @Test(
    "follows each switch of the settings",
    arguments: [
      (.alert, "no banner"), (.sound, "silent"), (.lockScreen, "not on the lock screen"),
    ] as [(NotificationSettings.Switch, String)])
  func switches(name: NotificationSettings.Switch, words: String) throws {
    let presentation = try shown(after: [.setNotificationSettings([name: false])])
    #expect(presentation.words == words)
    #expect(presentation.decidedBy == .settings)
    let back = try shown(
      after: [.setNotificationSettings([name: false]), .setNotificationSettings([name: true])])
    #expect(back.words == nil)
  }

  @Test("is whole again after the app was removed and installed; a Focus stays on")
  func reinstalled() throws {
    var device = try Device.exactPhone()
    try device.perform(.setNotificationSettings([.sound: false]))
    try device.perform(.setFocus(isOn: true))
    try device.perform(.reinstall)
    #expect(device.os.notificationSettings.isOn(.sound))
    #expect(device.os.notificationSettings.isFocusOn)
  }

  @Test("that is not listed is shown all the same, and is gone from Notification Center")
  func unlisted() throws {
    var device = try Device.exactPhone()
    try device.perform(.setNotificationSettings([.notificationCenter: false]))
    device.os.add(.oneShot("a", at: start + minute))
    try device.perform(.background)
    try device.wait(hour)
    #expect(device.count("delivered") == 1)
    #expect(device.os.delivered.isEmpty)
  }

  @Test("is quiet under a Focus, and while notifications are allowed on trial")
  func quiet() throws {
    let focused = try shown(after: [.setFocus(isOn: true)])
    #expect(focused.remark == "listed only (a Focus was on)")
    #expect(try shown(after: [.setFocus(isOn: true), .setFocus(isOn: false)]).words == nil)
    let provisional = try shown(permission: .provisional)
    #expect(provisional.decidedBy == .provisional)
    #expect(provisional.list && !provisional.sound && !provisional.banner)
  }

  /// What is shown of a request of other code, and the number on the icon then.
  private func shownOfOther(
    _ request: OtherRequest, after commands: [Command] = [],
    _ capability: Knobs.TimeSensitiveCapability = .no
  ) throws -> (Presentation?, badge: Int64) {
    var device = try Device.exactPhone { $0.knobs.timeSensitiveCapability = capability }
    for command in commands { try device.perform(command) }
    try device.perform(.otherCode(.addRequest(request)))
    try device.perform(.background)
    try device.wait(hour)
    return (device.os.delivered.first?.presentation, device.os.center.badge)
  }

  private let soon = NotificationTrigger.interval(milliseconds: 60_000, repeats: false)

  @Test("passes a Focus where it is time-sensitive, may be so, and the person lets it")
  func timeSensitive() throws {
    let request = OtherRequest(identifier: "a", trigger: soon, interruption: .timeSensitive)
    let focus = Command.setFocus(isOn: true)
    let without = try shownOfOther(request, after: [focus])
    #expect(without.0?.decidedBy == .focus && without.0?.interruption == .active)
    let with = try shownOfOther(request, after: [focus], .yes)
    #expect(with.0?.remark == nil && with.0?.interruption == .timeSensitive)
    let off = try shownOfOther(
      request, after: [focus, .setNotificationSettings([.timeSensitive: false])], .yes)
    #expect(off.0?.decidedBy == .focus)
  }

  @Test("is a quiet entry on the lock screen where it is passive")
  func passive() throws {
    let request = OtherRequest(identifier: "a", trigger: soon, interruption: .passive)
    let presentation = try #require(try shownOfOther(request).0)
    #expect(presentation.list && presentation.lockScreen)
    #expect(!presentation.banner && !presentation.sound)
    #expect(presentation.remark == "silent, no banner (it is a passive one)")
  }

  @Test("sets the number on the icon where it has one and the person lets it")
  func badge() throws {
    let request = OtherRequest(identifier: "a", trigger: soon, badge: 3)
    #expect(try shownOfOther(request).badge == 3)
    let off = try shownOfOther(request, after: [.setNotificationSettings([.badge: false])])
    #expect(off.badge == 0 && off.0?.badge == nil)
    let five = Command.otherCode(.setBadge(5, asIconNumber: false))
    #expect(
      try shownOfOther(OtherRequest(identifier: "a", trigger: soon), after: [five]).badge == 5)
    let trial = try shownOfOther(request, after: [.setPermission(.provisional)])
    #expect(trial.badge == 0)
  }

  @Test("of a badge without text is nothing that is seen, and the badge all the same")
  func badgeAlone() throws {
    func request(_ badge: Int64) -> OtherRequest {
      OtherRequest(
        identifier: "a", trigger: soon, title: "", hasSound: false, badge: badge)
    }
    let three = try shownOfOther(request(3))
    #expect(three.0 == nil && three.badge == 3)
    var device = try Device.exactPhone()
    try device.perform(.otherCode(.addRequest(request(0))))
    #expect(device.count("requestDropped") == 1)
  }

  @Test("is taken away with the number, as the app sets it", arguments: [true, false])
  func clearedByBadge(asIconNumber: Bool) throws {
    for knob in Knobs.SetBadgeZeroClears.allCases {
      var device = try Device.exactPhone { $0.knobs.setBadgeZeroClears = knob }
      device.os.add(.oneShot("a", at: start + minute))
      try device.wait(hour)
      try device.perform(.otherCode(.setBadge(0, asIconNumber: asIconNumber)))
      #expect(device.os.delivered.isEmpty == (asIconNumber || knob == .yes))
    }
  }

  @Test("in front of the app is the delegate's, and a locked screen has no part in it")
  func inFront() throws {
    var device = try Device.exactPhone()
    device.os.add(.oneShot("a", at: start + minute))
    try device.wait(hour)
    let presentation = try #require(device.os.delivered.first).presentation
    #expect(presentation.decidedBy == .delegate)
    #expect(!presentation.lockScreen && presentation.banner && presentation.remark == nil)
  }

  @Test("there is none of what has no text: it is due and not shown")
  func noText() throws {
    var device = try Device.exactPhone()
    device.os.add(.text("", "", hasSound: true, at: start + minute))
    device.os.add(.text("", "", hasSound: false, at: start + minute))
    #expect(device.count("requestDropped") == 1, "with nothing at all it is not retained")
    try device.perform(.background)
    try device.wait(hour)
    #expect(device.count("delivered") == 0)
    #expect(device.os.delivered.isEmpty)
    let reasons = device.payloads.compactMap {
      if case .notification(.notDelivered(let item)) = $0 { item.reason } else { nil }
    }
    #expect(reasons == [.emptyContent])
  }

  @Test("of a title alone is the knob's", arguments: Knobs.TitleOnly.allCases)
  func titleOnly(knob: Knobs.TitleOnly) throws {
    var device = try Device.exactPhone { $0.knobs.titleOnly = knob }
    device.os.add(.text("Title", "", hasSound: true, at: start + minute))
    try device.perform(.background)
    try device.wait(hour)
    #expect(device.count("delivered") == (knob == .shown ? 1 : 0))
  }

  // MARK: Android

  /// What is seen and heard of a notification on Android after the person has set its channel.
  private func shownOnAndroid(
    _ settings: ChannelSettings, _ disturb: DoNotDisturb = .off,
    _ visual: Knobs.DNDVisual = .muted
  ) throws -> Presentation {
    var device = try Device.androidPhone { $0.knobs.dndVisual = visual }
    try device.call("scheduleDailyNotification", ["time": "08:00", "sound": false])
    try device.perform(.setChannel(identifier: "timesafari.daily", settings))
    try device.perform(.setDoNotDisturb(disturb))
    try device.wait(day)
    return try #require(device.os.delivered.first).presentation
  }

  @Test(
    "on Android is what the channel's importance gives, whatever the notification asks for",
    arguments: [("high", nil), ("default", "no banner"), ("low", "silent, no banner")]
      as [(String, String?)])
  func importance(importance: String, words: String?) throws {
    let presentation = try shownOnAndroid(ChannelSettings(importance: importance))
    #expect(presentation.words == words)
    #expect(presentation.decidedBy == .channel)
  }

  @Test("on Android has the channel's sound and vibration")
  func channelSound() throws {
    var settings = ChannelSettings(importance: "high")
    settings.sound = false
    #expect(try shownOnAndroid(settings).words == "vibrates only")
    settings.vibration = false
    #expect(try shownOnAndroid(settings).words == "silent")
  }

  @Test("under Do Not Disturb is quiet, unless its channel passes where priorities do")
  func doNotDisturb() throws {
    var settings = ChannelSettings(importance: "high")
    let muted = try shownOnAndroid(settings, .priority)
    #expect(muted.remark == "silent, no banner (Do Not Disturb was on)")
    #expect(try !shownOnAndroid(settings, .priority, .hidden).list)
    settings.bypassDnd = true
    #expect(try shownOnAndroid(settings, .priority).words == nil)
    #expect(try shownOnAndroid(settings, .alarms).decidedBy == .doNotDisturb)
    #expect(try shownOnAndroid(settings, .total).decidedBy == .doNotDisturb)
  }
}
