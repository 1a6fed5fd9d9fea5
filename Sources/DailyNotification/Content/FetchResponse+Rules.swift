import CivilTime

extension FetchResponse {
  /// Why it brings no content; nil for content that can be used, and for 304.
  ///
  /// What a prefetch and a test of the endpoint call a failure is the same.
  var failure: FailureReason? {
    switch status {
    case 200: isJSON && ContentPayload(body) != nil ? nil : .payload
    case 304: nil
    default: FailureReason(ofStatus: status, body)
    }
  }

  /// The same of an answer about plans: an empty list is an answer.
  var failureOfPlans: FailureReason? {
    guard status == 200 else { return status == 304 ? .payload : failure }
    return isJSON && PlansAnswer(body) != nil ? nil : .payload
  }

  /// Whether Content-Type names JSON in UTF-8, or is absent.
  ///
  /// Source: RFC 8259 §8.1 and §11; RFC 6839 §3.1 (`+json`).
  var isJSON: Bool {
    guard let contentType else { return true }
    var parts = contentType.lowercased().split(separator: ";").map(FetchResponse.trimmed)
    guard !parts.isEmpty else { return false }
    let type = parts.removeFirst()
    guard type == "application/json" || type == "text/json" || type.hasSuffix("+json") else {
      return false
    }
    return parts.allSatisfy { part in
      guard part.hasPrefix("charset=") else { return true }
      let name = part.dropFirst(8).filter { $0 != "\"" }
      return name == "utf-8" || name == "utf8"
    }
  }

  /// The tag that may be sent back; nil without a valid one, and where nothing may be stored.
  var usableTag: String? {
    guard let etag, EntityTag.isValid(etag) else { return nil }
    let directives = FetchResponse.names(cacheControl ?? "")
    return directives.contains("no-store") ? nil : etag
  }

  /// The duration before the next request may be sent, in seconds from a time; nil without one.
  ///
  /// Source: RFC 9110 §10.2.3: a number of seconds, or a date.
  func retryAfterSeconds(at time: Int64) -> Int64? {
    guard let text = retryAfter.map({ FetchResponse.trimmed($0[...]) }), !text.isEmpty else {
      return nil
    }
    if text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      return Int64(text) ?? .max
    }
    return HTTPDate.milliseconds(text).map { max(0, ($0 - time + 999) / 1000) }
  }

  /// The words of a list with commas, in lower case.
  static func names(_ list: String) -> [String] {
    list.lowercased().split(separator: ",").map(trimmed)
  }

  private static func trimmed(_ part: Substring) -> String {
    var part = part.drop { $0 == " " || $0 == "\t" }
    while part.last == " " || part.last == "\t" { part.removeLast() }
    return String(part)
  }
}

/// Dates as headers write them.
///
/// Source: RFC 9110 §5.6.7: `Sun, 06 Nov 1994 08:49:37 GMT`, and the two older forms.
enum HTTPDate {
  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  /// The time in milliseconds since the Unix epoch; nil for anything else than a date.
  static func milliseconds(_ text: String) -> Int64? {
    guard text.utf8.count <= 64 else { return nil }
    let words = text.lowercased().split { $0 == " " || $0 == "," || $0 == "-" }.map(String.init)
    switch words.count {
    // Sun 06 Nov 1994 08:49:37 GMT, and Sunday 06 Nov 94 08:49:37 GMT
    case 6 where words[5] == "gmt":
      return time(day: words[1], month: words[2], year: words[3], clock: words[4])
    // Sun Nov 6 08:49:37 1994
    case 5: return time(day: words[2], month: words[1], year: words[4], clock: words[3])
    default: return nil
    }
  }

  private static func time(day: String, month: String, year: String, clock: String) -> Int64? {
    guard let number = months.firstIndex(of: month), let day = Int(day), (1...31).contains(day),
      var year = Int(year), (0...9999).contains(year), clock.utf8.count == 8
    else { return nil }
    // Two digits are of this century, or of the last one if that lies too far ahead.
    if year < 100 { year += year < 70 ? 2000 : 1900 }
    return ISO8601.parse(
      "\(padded(year, 4))-\(padded(number + 1, 2))-\(padded(day, 2))T\(clock)Z")
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
