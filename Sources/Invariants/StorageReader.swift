import CivilTime
import DailyNotification
import DeviceModel
import JSONText

/// Reads what checkers need of the phone's storage, by its own means and not the plugin's.
struct StorageReader: Sendable {
  private var configuration: String?
  private(set) var ttlMilliseconds: Int64 = 86_400_000
  private(set) var leadMilliseconds: Int64 = 300_000
  /// The lead that was in force before the latest change.
  private(set) var earlierLeadMilliseconds: Int64 = 300_000
  private var zones: [String: Zone] = [:]

  /// Reads the stored configuration again if it has changed; the contract's defaults otherwise.
  mutating func readSettings(of device: borrowing Device) {
    guard case .text(let stored)? = device.os.storage.value(.configuration),
      stored != configuration
    else { return }
    configuration = stored
    guard let value = try? JSONParser.parse(stored) else { return }
    ttlMilliseconds = (value["ttlSeconds"]?.integerValue ?? 86_400) * 1000
    earlierLeadMilliseconds = leadMilliseconds
    leadMilliseconds = (value["prefetchLeadMinutes"]?.integerValue ?? 5) * 60_000
  }

  /// The first occurrence of a stored schedule after a time; nil when the row does not decode.
  mutating func nextOccurrence(
    of row: ScheduleRow, after time: Int64, deviceZone: Zone
  ) -> Int64? {
    guard let daily = TimeOfDay(row.time) else { return nil }
    guard let name = row.timezone else {
      return deviceZone.nextOccurrence(of: daily, after: time)
    }
    guard let zone = zones[name] ?? (try? Zone(identifier: name)) else { return nil }
    zones[name] = zone
    return zone.nextOccurrence(of: daily, after: time)
  }
}
