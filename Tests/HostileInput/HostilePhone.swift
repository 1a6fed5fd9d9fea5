import DailyNotification
import DeviceModel
import ES256K
import JSONText
import SimulationCore

/// A phone whose requests hostile servers answer.
struct HostilePhone {
  private var device: Device
  private let seed: UInt64
  private var answered = 0

  /// After how many answers there is a new phone, since one keeps what it was told.
  private static let answersMax = 2_000

  init(seed: UInt64) {
    self.seed = seed
    device = HostilePhone.device(seed)
  }

  private static func device(_ seed: UInt64) -> Device {
    var configuration = DeviceConfiguration()
    configuration.keychain = Keychain(TestKeys.standard)
    configuration.traceCapacity = 4096
    configuration.seed = seed
    return Device(configuration)
  }

  private struct Broken: Error, CustomStringConvertible {
    let description: String
  }

  /// Makes a request and answers it; the answer is read back from its text as it was.
  mutating func takeAnswer(
    _ random: inout SeededGenerator, _ readers: HostileReaders
  ) throws -> HostileInput.Outcome {
    if answered % HostilePhone.answersMax == 0 {
      device = HostilePhone.device(seed)
      try device.perform(
        .call(method: "configure", options: ["apiServer": "https://api.test.example"]))
      try device.perform(.setLiveAPI(isOn: true))
    }
    answered += 1
    try device.perform(
      random.below(3) == 0
        ? .call(method: "testEndorserAPI", options: [:]) : .harness(.prefetchOnly))
    guard let number = device.os.awaitedFetches.last?.number else {
      // A server has asked for patience.
      try device.advance(to: device.os.now.advanced(byMilliseconds: 3_600_000))
      return .idle
    }
    let command = Command.answerFetch(
      FetchAnswer(number: number, end: HostilePhone.end(&random)))
    guard try readers.command(command.verb, command.parameters) == command else {
      throw Broken(description: "the answer is not read back as it was")
    }
    try readers.perform(&device, command)
    guard !device.os.awaitedFetches.contains(where: { $0.number == number }) else {
      throw Broken(description: "the request is still under way")
    }
    return .held
  }

  // MARK: Answers

  static let bodies = [
    #"{"id":"a","title":"T","body":"B","scheduled_for":"2025-11-15T05:42:30Z","url":"https://a"}"#,
    #"{"title":"\u001b[2J\u009b\u202e","body":"\ud83d\ude00","scheduled_for":"2025-11-15T06:00Z"}"#,
    #"{"error":{"code":"JWT_VERIFY_FAILED","message":"x"}}"#, #"[[[[[[{}]]]]]]"#, "", "null",
    "\u{FEFF}{}", #"{"data":[{"jwtId":"a","plan":{"name":"n"}}],"hitLimit":false}"#,
  ].map { Array($0.utf8) }

  private static let values = [
    "W/\"1\"", "\"\"", "\"a", "*", "application/json", "application/json; charset=utf-16",
    "text/html", "no-store", "max-age=99999999999999999999", "Sat, 15 Nov 2025 05:58:00 GMT",
    "Saturday, 15-Nov-25 05:58:00 GMT", "Sat Nov 15 05:58:00 2025", "-1",
    "99999999999999999999", "", "\u{1B}[2J", "é", "W/", "authorization, *", ";;;=,",
  ]

  private static let names = [
    "ETag", "Content-Type", "Retry-After", "Vary", "Cache-Control", "Location", "etag", "X-Else",
  ]

  private static func end(_ random: inout SeededGenerator) -> FetchAnswer.End {
    if random.below(10) == 0 {
      return .failed(random.one(of: FetchAnswer.Failure.allCases), status: nil, detail: "so")
    }
    let statuses = [200, 200, 200, 204, 304, 400, 401, 429, 500, 503, 599, 100]
    var headers: [RawResponse.Header] = []
    for _ in 0..<random.below(4) {
      let name = random.one(of: names)
      guard !headers.contains(where: { $0.name == name }) else { continue }
      let value = random.damaged(Array(random.one(of: values).utf8), changesMax: 2)
      headers.append(
        RawResponse.Header(name: name, value: String(decoding: value, as: UTF8.self)))
    }
    return .response(
      RawResponse(
        status: random.one(of: statuses), headers: headers,
        body: random.damaged(random.one(of: bodies))))
  }
}
