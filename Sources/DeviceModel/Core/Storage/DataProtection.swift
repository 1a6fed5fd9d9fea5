/// Hides the app's data between a start of the phone and the first unlock after it.
///
/// While it is sealed the app finds its storage empty; what it writes meanwhile is lost.
/// Source: christianselig.com 2024/10 "Beware UserDefaults" and Apple Developer Forums 15685: an
/// app that is started before the first unlock finds nothing. That its writes do not replace the
/// data was reported on Stack Overflow (1638766: all values were back after a relaunch).
/// Not modelled: an app that goes on seeing nothing until it is started anew.
struct DataProtection: Sendable {
  private var sealed: DeviceStorage?

  /// Whether the app's data is hidden.
  var isSealed: Bool { sealed != nil }

  /// Everything that is stored, given what the app can read now.
  func everything(_ readable: DeviceStorage) -> DeviceStorage { sealed ?? readable }

  /// Hides the app's data until it is opened; data that is hidden stays as it is.
  mutating func seal(_ readable: inout DeviceStorage) {
    guard sealed == nil else { return }
    sealed = readable
    readable.removeAll()
  }

  /// Shows the app's data again; the disk's faults are what they are now.
  mutating func open(_ readable: inout DeviceStorage) {
    guard var stored = sealed else { return }
    stored.fillDisk(readable.isFull)
    stored.failWrites(readable.failingWrites, after: readable.writesBeforeFailing)
    stored.replaces(readable)
    readable = stored
    sealed = nil
  }

  /// Damages what is stored, whether the app can read it or not.
  mutating func tamper(_ tampering: CacheTampering, _ readable: inout DeviceStorage) {
    if sealed == nil {
      _ = readable.tamper(tampering)
    } else {
      _ = sealed?.tamper(tampering)
    }
  }
}
