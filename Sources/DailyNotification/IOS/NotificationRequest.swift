public import CivilTime

/// When a notification fires.
public enum NotificationTrigger: Hashable, Sendable {
  /// Once, at a wall time to the minute; without a zone it floats with the device's zone.
  case calendar(WallTime, zone: String?)
  /// Each day at a wall time, from now on; without a zone it floats with the device's zone.
  case daily(TimeOfDay, zone: String?)
  /// After an interval in milliseconds; a repeating one takes at least 60 s.
  case interval(milliseconds: Int64, repeats: Bool)
}

/// A request to show a notification, named so that a later one can replace it.
///
/// Immutable and shared: the pending list is copied often, and a request that is met again is known
/// by its identity (see `docs/performance.md`).
public final class NotificationRequest: Hashable, Sendable {
  /// The name; adding a request of the same name replaces the pending one.
  public let identifier: String
  /// When it fires.
  public let trigger: NotificationTrigger
  /// What it shows.
  public let content: NotificationContent
  /// A number that tells most names apart without comparing them.
  public let nameDigest: UInt64

  /// Makes a request.
  public init(identifier: String, trigger: NotificationTrigger, content: NotificationContent) {
    self.identifier = identifier
    self.trigger = trigger
    self.content = content
    nameDigest = NotificationRequest.digest(identifier)
  }

  /// FNV-1a over a name, eight bytes at a time.
  public static func digest(_ name: String) -> UInt64 {
    var name = name
    return name.withUTF8 { text in
      var digest: UInt64 = 0xcbf2_9ce4_8422_2325
      // A raw buffer unwraps its address at each access.
      guard let bytes = UnsafeRawPointer(text.baseAddress) else { return digest }
      func add(_ offset: Int) {
        let word = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        digest = (digest ^ UInt64(littleEndian: word)) &* 0x100_0000_01b3
        digest ^= digest >> 32
      }
      var offset = 0
      while offset &+ 8 <= text.count {
        add(offset)
        offset &+= 8
      }
      // A shorter rest: the last eight bytes, some of which were added before.
      if offset > 0 {
        if offset < text.count { add(text.count &- 8) }
        return digest
      }
      while offset < text.count {
        let byte = bytes.load(fromByteOffset: offset, as: UInt8.self)
        digest = (digest ^ UInt64(byte)) &* 0x100_0000_01b3
        offset &+= 1
      }
      return digest
    }
  }

  /// Whether two requests have the same name, trigger and content.
  public static func == (left: NotificationRequest, right: NotificationRequest) -> Bool {
    left === right
      || left.identifier == right.identifier && left.trigger == right.trigger
        && left.content == right.content
  }

  /// Hashes name, trigger and content.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(identifier)
    hasher.combine(trigger)
    hasher.combine(content)
  }
}

extension [NotificationRequest] {
  /// The place of the request that a request of the same name would replace.
  func index(replacedBy request: NotificationRequest) -> Int? {
    lastIndex { $0.nameDigest == request.nameDigest && $0.identifier == request.identifier }
  }

  /// The index of the request of a name.
  func index(named identifier: String) -> Int? {
    let digest = NotificationRequest.digest(identifier)
    return firstIndex { $0.nameDigest == digest && $0.identifier == identifier }
  }
}

/// A notification that has been shown and is still in Notification Center.
public struct DeliveredNotification: Hashable, Sendable {
  /// The request it came from.
  public let request: NotificationRequest
  /// When it was shown, in milliseconds since the Unix epoch.
  public let deliveredAt: Int64

  /// Makes the record of a shown notification.
  public init(request: NotificationRequest, deliveredAt: Int64) {
    self.request = request
    self.deliveredAt = deliveredAt
  }
}
