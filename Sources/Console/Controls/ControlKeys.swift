import CellGrid
import Scenarios

/// The keys of the page's buttons.
///
/// The first groups and the debugger's buttons have a letter each; none is a key of vi or of the
/// log. The others have `'`, a letter for the group and one for the button.
enum ControlKeys {
  /// The keys of each button, by its id, in the order of the page.
  static let texts: [(id: String, text: String)] = [
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

  /// The keys of a button as text; empty for a button without keys.
  static func text(of id: String) -> String {
    texts.first { $0.id == id }?.text ?? ""
  }

  /// The button with these keys.
  static func control(keys text: String) -> Control? {
    texts.first { $0.text == text }.flatMap { ControlTable.control(id: $0.id) }
  }

  static let bindings: [Binding] = texts.compactMap { id, text in
    guard let control = ControlTable.control(id: id) else { return nil }
    let keys = text.unicodeScalars.map { Key.character($0) }
    let isExport = control.action == .exportResults
    return Binding(
      keys, isExport ? .screen : .buttons, isExport ? .program(.export) : .controls(.press(id)),
      control.title,
      hint: isExport ? "export" : nil, rank: 7)
  }
}
