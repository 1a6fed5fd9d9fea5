import CivilTime
import JSONText
import Testing

@testable import DailyNotification
@testable import DeviceModel

@Suite("A fetch with a condition")
struct ConditionalFetchTests {
  private static let occurrence = "2025-11-15T05:53:00Z"

  /// A phone that has fetched content with a tag and, if wanted, other headers.
  private func prefetched(
    etag: String? = "\"a\"", _ change: (inout FetchResponse) -> Void = { _ in }
  ) throws -> Phone {
    let phone = try Phone()
    try phone.value("configure", ["apiServer": "https://api.example"])
    try phone.schedule()
    _ = try phone.prefetchRequest()
    var response = FetchResponse(
      status: 200, body: Array(Phone.payload("First", for: Self.occurrence).utf8))
    response.etag = etag
    change(&response)
    try phone.answerFetch(.response(response))
    return phone
  }

  private func row(_ phone: Phone) throws -> ContentRow {
    try #require(phone.device.os.storage.contents.first)
  }

  @Test(
    "keeps what is held when a 304 names the same tag, weakly compared, or none",
    arguments: [("\"a\"", "\"a\""), ("\"a\"", "W/\"a\""), ("W/\"a\"", "\"a\""), ("\"a\"", nil)])
  func notModified(held: String, tag: String?) throws {
    let phone = try prefetched(etag: held)
    try phone.advance(seconds: 60)
    #expect(try phone.prefetchRequest().etag == held)
    let answered = phone.device.os.wallMilliseconds
    try phone.answerFetch(304, etag: tag)
    #expect(try row(phone).fetchedAt == answered)
    #expect(try row(phone).etag == tag ?? held)
    #expect(try phone.counter("dnp_etag_not_modified_total") == 1)
  }

  @Test("is made once more without a condition when a 304 speaks of another tag")
  func unknownTag() throws {
    let phone = try prefetched()
    _ = try phone.prefetchRequest()
    try phone.answerFetch(304, etag: "\"other\"")
    // The simulated server, which nobody scripted, could not be reached the second time.
    let started = phone.payloads.compactMap { payload -> String? in
      payload.kind.description == "fetchStarted"
        ? payload.fieldsJSON["ifNoneMatch"]?.stringValue : nil
    }
    #expect(started.suffix(2) == ["\"a\"", ""])
    #expect(try phone.counter("dnp_etag_not_modified_total") == 0)
    #expect(try row(phone).etag == "\"a\"")
  }

  @Test("fails when the second answer is a 304 too")
  func twice() throws {
    let phone = try prefetched()
    try phone.perform(
      VerbTable.command(
        verb: "scriptAPI", parameters: ["responses": [["status": 304, "etag": "\"x\""]]]))
    _ = try phone.prefetchRequest()
    try phone.settle()
    #expect(phone.lines().contains("[DNP-FETCH] Prefetch failed (reason=PAYLOAD, status=304)"))
    #expect(phone.count(.prefetchFailed) == 1)
  }

  @Test("has no condition without a valid tag", arguments: ["a", "\"a", "w/\"a\"", "\"a b\"", ""])
  func invalidTag(tag: String) throws {
    let phone = try prefetched(etag: tag)
    #expect(try phone.prefetchRequest().etag == nil)
  }

  @Test("sends the tag unchanged", arguments: ["\"\"", "W/\"\"", "W/\"a,b\"", "\"é\""])
  func unchangedTag(tag: String) throws {
    let phone = try prefetched(etag: tag)
    #expect(try phone.prefetchRequest().etag == tag)
  }

  @Test(
    "follows Vary: the occurrence selects, * selects nothing, the rest is always the same",
    arguments: [
      ("*", false, false), ("DNP-Scheduled-For", true, false),
      ("accept, dnp-scheduled-for", true, false), ("Authorization, Accept", true, true),
    ])
  func vary(vary: String, isSentAgain: Bool, isSentTomorrow: Bool) throws {
    let phone = try prefetched { $0.vary = vary }
    #expect(try (phone.prefetchRequest().etag != nil) == isSentAgain)
    try phone.settle()
    try phone.advance(to: "2025-11-15T06:00:00Z")
    #expect(try (phone.prefetchRequest().etag != nil) == isSentTomorrow)
  }

  @Test("has no condition where nothing may be stored; the content is shown once")
  func noStore() throws {
    let phone = try prefetched { $0.cacheControl = "private, no-store" }
    #expect(try phone.pendingTitle("daily_daily") == "First")
    #expect(try phone.prefetchRequest().etag == nil)
  }

  @Test(
    "is a failure for what is no JSON in UTF-8",
    arguments: [
      ("application/json", true), ("Application/JSON; charset=UTF-8", true),
      ("application/problem+json", true), ("application/json;charset=\"utf-8\"", true),
      ("text/html", false), ("application/json; charset=iso-8859-1", false), ("", false),
      ("json", false),
    ])
  func contentType(type: String, isAccepted: Bool) throws {
    let phone = try prefetched { $0.contentType = type }
    #expect(phone.count(.prefetchSucceeded) == (isAccepted ? 1 : 0))
    let failure = "[DNP-FETCH] Prefetch failed (reason=PAYLOAD, status=200)"
    #expect(phone.lines().contains(failure) == !isAccepted)
  }
}

@Suite("Retry-After")
struct RetryAfterTests {
  private static let now: Int64 = 784_111_777_000

  @Test(
    "is a number of seconds or a date in one of three forms",
    arguments: [
      ("120", 120), (" 0 ", 0), ("Sun, 06 Nov 1994 08:51:37 GMT", 120),
      ("Sunday, 06-Nov-94 08:51:37 GMT", 120), ("Sun Nov  6 08:51:37 1994", 120),
      ("Sun, 06 Nov 1994 08:00:00 GMT", 0), ("99999999999999999999", Int64.max),
    ])
  func seconds(text: String, expected: Int64) {
    var response = FetchResponse(status: 429, body: [])
    response.retryAfter = text
    #expect(response.retryAfterSeconds(at: Self.now) == expected)
  }

  @Test(
    "says nothing otherwise",
    arguments: [
      "", "-1", "1.5", "soon", "Sun, 31 Feb 1994 08:51:37 GMT", "Sun, 06 Nov 1994 25:00:00 GMT",
      "Sun, 06 Nov 1994 08:51:37 CET", "Sun, 06 Foo 1994 08:51:37 GMT", "1994-11-06T08:51:37Z",
    ])
  func nothing(text: String) {
    var response = FetchResponse(status: 429, body: [])
    response.retryAfter = text
    #expect(response.retryAfterSeconds(at: Self.now) == nil)
  }
}
