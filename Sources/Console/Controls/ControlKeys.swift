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

  /// What the keys of a button do: press it; that of the one that exports does so by itself.
  static func action(of id: String) -> Action {
    let isExport = ControlTable.control(id: id)?.action == .exportResults
    return isExport ? .program(.export) : .controls(.press(id))
  }

  static let bindings: [Binding] = texts.compactMap { id, text in
    guard let control = ControlTable.control(id: id) else { return nil }
    let keys = text.unicodeScalars.map { Key.character($0) }
    let isExport = control.action == .exportResults
    return Binding(
      keys, isExport ? .screen : .buttons, action(of: id),
      control.title,
      hint: isExport ? "export" : nil, rank: 7)
  }
}
