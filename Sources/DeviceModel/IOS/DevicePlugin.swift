public import DailyNotification

/// The plugin as it runs on this device.
public typealias DevicePlugin = Plugin<IOS<OperatingSystem>>
