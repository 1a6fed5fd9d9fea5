import CellGrid
import Scenarios

extension BindingTable {
  /// The keys of the page's buttons, by the buttons' ids.
  ///
  /// The first groups and the debugger's buttons have a letter each; none is a key of vi's or of
  /// the log's. The others have `'`, a letter for the group and one for the button.
  static let controlTexts: [(id: String, text: String)] = [
    ("checkPluginStatus", "c"), ("checkPermissions", "p"), ("requestPermissions", "r"),
    ("checkChannelStatus", "i"), ("openChannelSettings", "o"), ("scheduleTestNotification", "s"),
    ("showLastNotification", "v"), ("cancelAllNotifications", "a"),
    ("getNotificationStatus", "t"), ("updateSettings", "u"),
    ("scheduleReminder", "'rs"), ("updateReminder", "'ru"), ("cancelReminder", "'rc"),
    ("listReminders", "'rl"),
    ("turnOnNewActivity", "'na"), ("editNewActivityTime", "'ne"), ("turnOffNewActivity", "'nd"),
    ("newActivityStatus", "'ns"),
    ("rebootRecoveryStatus", "'pr"), ("batteryStatus", "'pb"), ("powerState", "'pp"),
    ("batteryExemption", "'pe"), ("exactAlarmStatus", "'pa"), ("requestExactAlarm", "'pq"),
    ("rollingWindowStats", "'pw"), ("maintainWindow", "'pm"),
    ("setActiveDid", "'is"), ("refreshAuthentication", "'ir"), ("testJWT", "'ij"),
    ("testEndorser", "'ie"), ("clearCache", "'ic"),
    ("coordinateTasks", "'cc"), ("coordinationStatus", "'cs"),
    ("simulateTaskLaunch", "b"), ("simulateTaskExpiration", "z"), ("prefetchOnly", "'dp"),
    ("scheduleInOneMinute", "'dm"), ("scheduleInMinutes", "'dn"), ("simulateDSTShift", "'dd"),
    ("timeWarp", "'dw"), ("forceRescheduleAll", "'df"), ("showCachedPayload", "'dc"),
    ("showRawResponse", "'dr"), ("showSnapshot", "'ds"), ("dumpPrefetchStatus", "'dt"),
    ("exportResults", "x"),
  ]

  /// The keys of a button as text; empty for one that has none.
  static func text(ofControl id: String) -> String {
    controlTexts.first { $0.id == id }?.text ?? ""
  }

  /// The button with those keys.
  static func control(keys text: String) -> Control? {
    controlTexts.first { $0.text == text }.flatMap { ControlTable.control(id: $0.id) }
  }

  static let controlKeys: [Binding] = controlTexts.compactMap { id, text in
    guard let control = ControlTable.control(id: id) else { return nil }
    let keys = text.unicodeScalars.map { Key.character($0) }
    let action: Action = control.action == .exportResults ? .export : .press(control: id)
    let hint = action == .export ? "export" : nil
    return Binding(keys, .screen, action, control.title, hint: hint, rank: 7)
  }
}
