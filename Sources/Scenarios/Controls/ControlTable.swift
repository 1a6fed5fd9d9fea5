import DailyNotification

/// Every button, in the order of the page; scenarios, console and page share the table.
public enum ControlTable {
  /// The rows.
  public static let rows: [Control] = [
    call("checkPluginStatus", "Check Plugin Status", .plugin, .configure),
    call("checkPermissions", "Check Permissions", .permissions, .checkPermissionStatus),
    call(
      "requestPermissions", "Request Permissions", .permissions, .requestNotificationPermissions),
    call("checkChannelStatus", "Check Channel Status", .channel, .isChannelEnabled),
    call("openChannelSettings", "Open Channel Settings", .channel, .openChannelSettings),
    call(
      "scheduleTestNotification", "Schedule Test Notification", .notifications,
      .scheduleDailyNotification, .testTime),
    call("showLastNotification", "Show Last Notification", .notifications, .getLastNotification),
    call(
      "cancelAllNotifications", "Cancel All Notifications", .notifications,
      .cancelAllNotifications),
    call(
      "getNotificationStatus", "Get Notification Status", .notifications, .getNotificationStatus),
    call("updateSettings", "Update Settings", .notifications, .updateSettings),
    verb("simulateTaskLaunch", "Simulate BGTask Now"),
    verb("simulateTaskExpiration", "Simulate Expiration"),
    Control(
      id: "exportResults", label: "Export Test Results", group: .developer,
      action: .exportResults),
  ]

  /// The button with that label, letter by letter.
  public static func control(labelled label: String) -> Control? {
    rows.first { $0.label == label }
  }

  /// The button with that id.
  public static func control(id: String) -> Control? {
    rows.first { $0.id == id }
  }

  private static func call(
    _ id: String, _ label: String, _ group: Control.Group, _ method: PluginMethod,
    _ options: Control.Options = .none
  ) -> Control {
    Control(id: id, label: label, group: group, action: .call(method, options))
  }

  private static func verb(_ name: String, _ label: String) -> Control {
    Control(id: name, label: label, group: .developer, action: .verb(name))
  }
}
