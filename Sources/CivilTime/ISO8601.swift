/// Instants as strings: `2025-11-15T05:53:00Z`.
public enum ISO8601 {
  /// The instant in UTC, with `.fff` only if its milliseconds are not 0.
  ///
  /// A year outside 0…9999 has a sign and at least six digits, which `parse` does not accept.
  public static func text(_ epochMilliseconds: Int64) -> String {
    let wallTime = WallTime(localMilliseconds: epochMilliseconds)
    return ASCIIWriter.text { write(wallTime, &$0) }
  }

  /// Calls `use` with the bytes of the same text, which are valid only during the call.
  public static func withBytes<Result>(
    of epochMilliseconds: Int64, _ use: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    let wallTime = WallTime(localMilliseconds: epochMilliseconds)
    return ASCIIWriter.withBytes({ write(wallTime, &$0) }, use)
  }

  private static func write(_ wallTime: WallTime, _ writer: inout ASCIIWriter) {
    writer.wallTime(wallTime)
    writer.character("Z")
  }

  /// Parses `YYYY-MM-DDTHH:MM[:SS[.fff]](Z|±HH:MM)`; milliseconds since the Unix epoch, or `nil`.
  ///
  /// Strict: capital `T` and `Z`, three digits of fraction, no leap second, no `24:00`, an
  /// offset of at most 23:59.
  public static func parse(_ text: String) -> Int64? {
    ASCIIReader.read(text) { reader -> Int64? in
      guard let wallTime = wallTime(&reader), let offset = offsetMinutes(&reader) else {
        return nil
      }
      return wallTime.localMilliseconds - Int64(offset * 60_000)
    }
  }

  private static func wallTime(_ reader: inout ASCIIReader) -> WallTime? {
    guard let date = reader.date(), reader.skip("T"), let hour = reader.digits(2), hour < 24,
      reader.skip(":"), let minute = reader.digits(2), minute < 60
    else { return nil }
    guard reader.skip(":") else { return WallTime(date: date, hour: hour, minute: minute) }
    guard let second = reader.digits(2), second < 60 else { return nil }
    guard reader.skip(".") else {
      return WallTime(date: date, hour: hour, minute: minute, second: second)
    }
    guard let millisecond = reader.digits(3) else { return nil }
    return WallTime(
      date: date, hour: hour, minute: minute, second: second, millisecond: millisecond)
  }

  private static func offsetMinutes(_ reader: inout ASCIIReader) -> Int? {
    if reader.skip("Z") { return 0 }
    let isEast = reader.skip("+")
    guard isEast || reader.skip("-"), let hours = reader.digits(2), hours < 24, reader.skip(":"),
      let minutes = reader.digits(2), minutes < 60
    else { return nil }
    return (isEast ? 1 : -1) * (hours * 60 + minutes)
  }
}
