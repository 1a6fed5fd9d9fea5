import DailyNotification

/// The plugin as it runs on an Android phone.
typealias AndroidPlugin = Plugin<Android<OperatingSystem>>
