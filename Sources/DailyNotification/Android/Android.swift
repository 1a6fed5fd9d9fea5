/// The plugin on Android: two alarms for each schedule, code at fire time, and unique work.
public enum Android<System: AndroidPlatform>: PlatformFamily {
  public typealias Delivery = AlarmWindow<System>
  public typealias Work = FetchWork<System>
  public typealias Settings = AndroidSettings<System>

  public static var name: String { "android" }
}
