import JSONText
import Testing

@testable import DailyNotification
@testable import DeviceModel

@Suite("The starred plans' changes")
struct StarredPlansTests {
  private static let cursorKey = StorageKey.planCursor

  /// A phone that asks for the plans, has two of them, and a daily schedule.
  private func phone(
    _ emptyResult: PluginChoices.EmptyResult = .skip
  ) throws -> Phone {
    let phone = try Phone {
      $0.knobs.plugin.contentAPI = .plansLastUpdatedBetween
      $0.knobs.plugin.emptyResult = emptyResult
    }
    try phone.value("configure", ["apiServer": "https://api.example/v1?k=1"])
    try phone.value("updateStarredPlans", ["planIds": ["b", "a"]])
    try phone.schedule(["time": "08:00"])
    return phone
  }

  private static func answer(_ body: String) -> FetchOutcome {
    .response(status: 200, body: Array(body.utf8), etag: "\"t\"", retryAfterSeconds: nil)
  }

  private static let two = answer(
    """
    {"data":[{"plan":{"jwtId":"5","handleId":"h"}},
    {"plan":{"jwtId":"7","name":"B"}}],"hitLimit":false}
    """)

  @Test("are asked for with POST, in the order of the call, without a tag or a time")
  func request() throws {
    let request = try phone().prefetchRequest()
    #expect(request.url == "https://api.example/v1/api/v2/report/plansLastUpdatedBetween?k=1")
    let plans = try #require(request.plans)
    #expect(
      String(decoding: plans.body, as: UTF8.self)
        == #"{"afterId":"0","limit":100,"planIds":["b","a"]}"#)
    #expect(request.etag == nil && request.scheduledFor == nil)
    // The same question has the same key, one about another notification another.
    let again = PlansQuery(planIDs: ["b", "a"], afterID: "0", scheduledFor: 0)
    let later = PlansQuery(planIDs: ["b", "a"], afterID: "0", scheduledFor: 1000)
    #expect(again == PlansQuery(planIDs: ["b", "a"], afterID: "0", scheduledFor: 0))
    #expect(again.idempotencyKey != later.idempotencyKey)
  }

  @Test("are not asked for without the choice")
  func content() throws {
    let phone = try Phone()
    try phone.value("configure", ["apiServer": "https://api.example"])
    let request = try phone.prefetchRequest()
    #expect(request.plans == nil && request.url == "https://api.example/content")
  }

  @Test("become one notification, and the next request begins where they ended")
  func rows() throws {
    let phone = try phone()
    try phone.runTask(at: "2025-11-15T07:55:00Z", Self.two)
    let content = try #require(
      phone.device.os.pendingRequests.map(\.content).first {
        $0.title == "Starred Project Updates"
      })
    #expect(content.body == "\u{201C}h\u{201D} + 1 more have been updated.")
    #expect(content.info.source == .cache)
    #expect(phone.device.os.storage.contents.first?.etag == nil)
    #expect(try phone.prefetchRequest().plans?.afterID == "7")
    try phone.perform(.swipeAway)
    try phone.perform(.launch)
    #expect(try phone.prefetchRequest().plans?.afterID == "7")
  }

  @Test(
    "leave the cursor where it is without rows that can be read",
    arguments: [
      answer(#"{"data":[],"hitLimit":false}"#), answer(#"{"data":[{"plan":{"name":"x"}}]}"#),
      answer(#"{"hitLimit":false}"#), answer("{"), FetchOutcome.unreachable, .timedOut,
      .response(status: 503, body: [], etag: nil, retryAfterSeconds: nil),
      .response(status: 304, body: [], etag: nil, retryAfterSeconds: nil),
    ])
  func nothing(outcome: FetchOutcome) throws {
    let phone = try phone()
    try phone.runTask(at: "2025-11-15T07:55:00Z", outcome)
    #expect(phone.device.os.storage.value(Self.cursorKey) == nil)
    #expect(phone.device.os.storage.contents.isEmpty)
    #expect(try phone.prefetchRequest().plans?.afterID == "0")
  }

  @Test("are asked for anew by another identity, and once the content was cleared")
  func forgotten() throws {
    let phone = try phone()
    try phone.runTask(at: "2025-11-15T07:55:00Z", Self.two)
    #expect(phone.device.os.storage.value(Self.cursorKey) != nil)
    try phone.value("clearContentCache")
    #expect(phone.device.os.storage.value(Self.cursorKey) == nil)
  }

  @Test("move a cursor only on, and only from where the request began")
  func compared() throws {
    var os = try phone().device.os
    PlanCursor.advance(.daily, from: "0", to: "5", on: &os)
    #expect(PlanCursor.value(.daily, on: os) == "5")
    PlanCursor.advance(.daily, from: "0", to: "9", on: &os)
    #expect(PlanCursor.value(.daily, on: os) == "5")
    PlanCursor.advance(.daily, from: "5", to: "4", on: &os)
    #expect(PlanCursor.value(.daily, on: os) == "5")
    #expect(PlanCursor.value(.dual, on: os) == "0")
    PlanCursor.advance(.dual, from: "0", to: "3", on: &os)
    #expect(PlanCursor.value(.daily, on: os) == "5" && PlanCursor.value(.dual, on: os) == "3")
  }

  @Test("are what a test of the endpoint asks for, which moves no cursor")
  func endpoint() throws {
    let phone = try phone()
    let request = try #require(try phone.requests(ofCall: "testEndorserAPI").first)
    #expect(request.plans?.planIDs == ["b", "a"])
    try phone.answerEndpoint(Self.two)
    #expect(phone.device.os.storage.value(Self.cursorKey) == nil)
    #expect(phone.device.os.storage.value(.endpointTag) == nil)
  }

  @Test("are asked for no dual schedule with an address of its own")
  func ownAddress() throws {
    let phone = try Phone {
      $0.knobs.plugin.contentAPI = .plansLastUpdatedBetween
    }
    try phone.value("configureNativeFetcher", GoodOptions.options(.configureNativeFetcher))
    try phone.value(
      "scheduleDualNotification", DualOptions.config(fetch: ["url": "https://x.example/news"]))
    let request = try phone.prefetchRequest()
    #expect(request.plans == nil && request.url == "https://x.example/news")
  }
}

@Suite("Entity tags")
struct EntityTagSwitchTests {
  @Test("are not sent while enableETagSupport is false, in a later process too")
  func switched() throws {
    let phone = try Phone()
    try phone.value("configure", ["apiServer": "https://api.example"])
    try phone.schedule(["time": "08:00"])
    let body = Phone.payload("News", for: "2025-11-15T08:00:00Z")
    try phone.runTask(
      at: "2025-11-15T07:55:00Z",
      .response(status: 200, body: Array(body.utf8), etag: "\"t\"", retryAfterSeconds: nil))
    let calls: [(options: JSONObject, isSent: Bool)] = [
      ([:], true), (["enableETagSupport": false], false), (["ttlSeconds": 3600], false),
      (["enableETagSupport": true], true),
    ]
    for (options, isSent) in calls {
      try phone.value("configure", options)
      try phone.perform(.swipeAway)
      try phone.perform(.launch)
      #expect(try phone.prefetchRequest().etag == (isSent ? "\"t\"" : nil))
    }
  }
}

@Suite("A native fetcher of the host's")
struct HostFetcherTests {
  @Test("is there from the start where the plugin fetches, or the host registers it")
  func present() throws {
    for choice in [PluginChoices.FetcherRegistration.builtIn, .registered] {
      let phone = try Phone { $0.knobs.plugin.nativeFetcher = choice }
      #expect(phone.device.app?.isFetcherMissing == false)
      try phone.value("configureNativeFetcher", GoodOptions.options(.configureNativeFetcher))
    }
  }

  @Test("has to be registered before it is configured, in each process")
  func forgotten() throws {
    let phone = try Phone { $0.knobs.plugin.nativeFetcher = .forgotten }
    let options = GoodOptions.options(.configureNativeFetcher)
    let rejection = try phone.rejection("configureNativeFetcher", options)
    #expect(rejection.kind == .notConfigured && rejection.message.contains("registered"))
    #expect(phone.device.os.storage.value(.nativeFetcher) == nil)
    try phone.perform(.harness(.registerNativeFetcher))
    #expect(phone.count(.fetcherRegistered) == 1)
    try phone.value("configureNativeFetcher", options)
    #expect(try phone.prefetchRequest().url.hasSuffix("/content"))
    try phone.perform(.swipeAway)
    try phone.perform(.launch)
    #expect(phone.device.app?.isFetcherMissing == true)
    #expect(try phone.requests { $0.prefetchNow(on: &$1) }.isEmpty)
  }

  @Test("is refused by a plugin that fetches itself")
  func builtIn() throws {
    let phone = try Phone()
    #expect(throws: CommandRefusal.noHostFetcher) {
      try phone.perform(.harness(.registerNativeFetcher))
    }
  }
}
