import Testing

@testable import DailyNotification
@testable import DeviceModel

@Suite("storage")
struct StorageTests {
  private func row(_ occurrence: Int64, fetchedAt: Int64 = 0, _ text: String = "{}") -> ContentRow {
    ContentRow(
      scheduledFor: occurrence, bytes: Array(text.utf8), fetchedAt: fetchedAt, etag: nil,
      identity: nil, source: .cache)
  }

  @Test("survives the process", arguments: [Command.swipeAway, .systemTerminate])
  func survives(command: Command) throws {
    var device = try Device.exactPhone()
    try device.scheduleDaily()
    let rows = device.os.scheduleRows
    let value = device.os.value(.scheduleSnapshot)
    #expect(rows.count == 1)
    #expect(value != nil)
    try device.perform(command)
    #expect(device.os.scheduleRows == rows)
    #expect(device.os.value(.scheduleSnapshot) == value)
  }

  @Test("loses a write while the disk is full, which only the trace shows")
  func full() throws {
    var device = try Device.exactPhone()
    device.os.setValue(.integer(1), for: .retryCount)
    try device.perform(.fillDisk(isOn: true))
    device.os.setValue(.integer(2), for: .retryCount)
    device.os.writeContent(row(1))
    #expect(device.os.value(.retryCount) == .integer(1))
    #expect(device.os.contentRows.isEmpty)
    #expect(device.count("writeFailed") == 2)
    // Removing a value needs no space.
    device.os.setValue(nil, for: .retryCount)
    #expect(device.os.value(.retryCount) == nil)
    try device.perform(.fillDisk(isOn: false))
    device.os.writeContent(row(1))
    #expect(device.os.contentRows.count == 1)
  }

  @Test("loses as many writes as requested, each one completely")
  func failing() throws {
    var device = try Device.exactPhone()
    try device.perform(.failWrites(count: 2))
    for occurrence in 1...4 as ClosedRange<Int64> { device.os.writeContent(row(occurrence)) }
    #expect(device.os.contentRows.map(\.scheduledFor) == [3, 4])
  }

  @Test("keeps content ordered by occurrence, one row each")
  func order() {
    var storage = DeviceStorage()
    for occurrence in [5, 1, 3, 5, 2] as [Int64] {
      storage.write(row(occurrence, fetchedAt: occurrence - 1))
    }
    #expect(storage.contents.map(\.scheduledFor) == [1, 2, 3, 5])
    storage.removeContent(before: 3, now: 9)
    #expect(storage.contents.map(\.scheduledFor) == [3, 5])
    storage.removeContent(scheduledFor: 5, .daily)
    #expect(storage.contents.map(\.scheduledFor) == [3])
  }

  @Test("keeps content that was fetched lately for a time long ago")
  func fetchedLate() {
    var storage = DeviceStorage()
    for (occurrence, fetchedAt) in [(1, 1), (2, 9), (3, 3), (7, 5)] as [(Int64, Int64)] {
      storage.write(row(occurrence, fetchedAt: fetchedAt))
    }
    storage.removeContent(before: 6, now: 9)
    #expect(storage.contents.map(\.scheduledFor) == [2, 7])
    // The clock has gone back: that fetch lies in the future.
    storage.removeContent(before: 6, now: 8)
    #expect(storage.contents.map(\.scheduledFor) == [7])
    storage.removeContent(before: 10, now: 12)
    #expect(storage.contents.isEmpty)
  }

  @Test("damages or removes the content fetched last")
  func tampering() {
    var storage = DeviceStorage()
    #expect(storage.tamper(.removed) == false)
    storage.write(row(1, fetchedAt: 9))
    storage.write(row(2, fetchedAt: 5))
    #expect(storage.tamper(.invalidJSON) == true)
    #expect(storage.content(for: 1, .daily)?.bytes == Array("{\"title\":".utf8))
    #expect(storage.content(for: 2, .daily)?.bytes == Array("{}".utf8))
    #expect(storage.tamper(.removed) == true)
    #expect(storage.contents.map(\.scheduledFor) == [2])
  }

  @Test("remembers 1,000 deliveries")
  func history() {
    var storage = DeviceStorage()
    for time in 0..<1005 as Range<Int64> {
      storage.append(
        HistoryRow(
          kind: .daily, scheduleID: "a", plannedTime: time, wallMinute: 0, deliveredAt: time,
          title: "", body: "",
          url: nil,
          source: .default))
    }
    #expect(storage.history.count == 1000)
    storage.removeHistory(before: 1000)
    #expect(storage.history.map(\.deliveredAt) == [1000, 1001, 1002, 1003, 1004])
  }
}
