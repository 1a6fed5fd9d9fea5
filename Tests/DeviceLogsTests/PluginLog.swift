/// The lines of a first run, a prefetch and a delivery, with and without times.
enum PluginLog {
  static let firstRun = [
    "[DNP-PLUGIN] configure() called", "[DNP-PLUGIN] status = ready",
    "[DNP-PLUGIN] requestPermissions() → granted",
    "[DNP-SCHEDULER] scheduleDailyNotification() → notificationTime=2025-11-15T05:53:00Z",
    "[DNP-FETCH] Scheduling prefetch for notification at 2025-11-15T05:53:00Z",
    "[DNP-FETCH] BGAppRefreshTask scheduled (earliestBeginDate=2025-11-15T05:48:00Z)",
    "[DNP-SCHEDULER] Scheduling notification for 2025-11-15T05:53:00Z",
    "[DNP-STORAGE] Persisted schedule to DB "
      + "(id=daily, type=DAILY, time=05:53, next=2025-11-15T05:53:00Z)",
  ]
  static let prefetch = [
    "[DNP-FETCH] BGTask started "
      + "(earliestBeginDate=2025-11-15T05:48:00Z, actual=2025-11-15T05:48:04Z, late=4s)",
    "[DNP-FETCH] BGAppRefreshTask scheduled (earliestBeginDate=2025-11-16T05:48:00Z)",
    "[DNP-FETCH] Prefetch succeeded (status=200, bytes=170)",
    "[DNP-FETCH] BGTask completed (success=true)",
  ]
  static let delivery = ["[DNP-SCHEDULER] Notification delivered (id=daily, source=cache)"]
  static let whole = firstRun + prefetch + delivery

  /// A line in the layout of `log show --style syslog`, at a time in UTC.
  static func stamped(_ time: String, _ line: String) -> String {
    "\(time)+0000  localhost App[1]: (Lib) \(line)"
  }
}
