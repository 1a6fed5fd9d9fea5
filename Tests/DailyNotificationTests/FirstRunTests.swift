import DailyNotification
import DeviceModel
import Testing

@Suite("The first run")
struct FirstRunTests {
  static let lines = """
    [DNP-PLUGIN] configure() called
    [DNP-PLUGIN] status = ready
    [DNP-PLUGIN] requestPermissions() → granted
    [DNP-SCHEDULER] scheduleDailyNotification() → notificationTime=2025-11-15T05:53:00Z
    [DNP-FETCH] Scheduling prefetch for notification at 2025-11-15T05:53:00Z
    [DNP-FETCH] BGAppRefreshTask scheduled (earliestBeginDate=2025-11-15T05:48:00Z)
    [DNP-SCHEDULER] Scheduling notification for 2025-11-15T05:53:00Z
    [DNP-STORAGE] Persisted schedule to DB (id=daily, type=DAILY, time=05:53, \
    next=2025-11-15T05:53:00Z)
    """

  @Test("prints the eight lines of the contract, byte for byte")
  func eightLines() throws {
    let phone = try Phone(permission: .notDetermined)
    try phone.value("configure")
    try phone.call("requestNotificationPermissions")
    try phone.perform(.answerDialog(isAllowed: true))
    try phone.schedule()
    #expect(phone.lines().joined(separator: "\n").utf8.elementsEqual(Self.lines.utf8))
  }
}
