import DeviceModel
import JSONText
import SimulationCore

/// Records as they are sent: a huge one has its size instead of its fields.
enum BoundedRecord {
  static func json(_ record: Record<DeviceRecord>) -> JSONObject {
    sized(record).json
  }

  /// The record as JSON, and its size in bytes.
  static func sized(_ record: Record<DeviceRecord>) -> (json: JSONObject, bytes: Int) {
    let json = record.json
    let bytes = size(json)
    guard bytes > BridgeLimits.recordBytesMax else { return (json, bytes) }
    var short = record.envelopeJSON
    short["omittedBytes"] = .integer(Int64(bytes))
    return (short, size(short))
  }

  private static func size(_ json: JSONObject) -> Int {
    var writer = JSONWriter(capacity: 512, bytesMax: BridgeLimits.recordBytesMax)
    writer.value(.object(json))
    return writer.byteCount
  }
}
