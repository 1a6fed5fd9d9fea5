/// A call that waits.
struct OpenCall: Sendable {
  let call: PluginCall
  let method: PluginMethod
  let awaited: Awaited
  /// Whether it has its reply and only acts again, after the calls that came before it.
  var isAnswered = false
}

/// The calls that wait, answered or not, in the order they came.
struct OpenCalls: Sendable {
  private var waiting: [OpenCall] = []
  /// Whether the next call 2 gives its schedule a lead of one minute.
  private var isNextLeadShort = false
  /// The calls that do so and are not answered yet.
  private var shortLeadCalls: [Int] = []

  /// How many calls may wait at once.
  private static let maximum = 10_000

  /// The calls that wait.
  var unanswered: [PluginCall] { waiting.filter { !$0.isAnswered }.map(\.call) }

  /// Whether a call waits for withdrawals.
  var isAnyWaitingForRemovals: Bool { waiting.contains { $0.awaited == .removals } }

  /// Whether a call that changes schedules waits for the person's answer.
  var isAnyWaitingToArm: Bool {
    waiting.contains { $0.awaited == .authorization && $0.method.changesSchedules }
  }

  /// A call waits; throws when too many do.
  mutating func wait(_ open: OpenCall) throws(Rejection) {
    guard waiting.count < OpenCalls.maximum else {
      throw Rejection.tooManyWaiting(OpenCalls.maximum)
    }
    waiting.append(open)
  }

  /// Takes out the calls that wait for something, in their order.
  mutating func take(waitingFor awaited: Awaited) -> [OpenCall] {
    let taken = waiting.filter { $0.awaited == awaited }
    if !taken.isEmpty { waiting.removeAll { $0.awaited == awaited } }
    return taken
  }

  /// Takes out the call of a number; nil when it does not wait.
  mutating func take(_ number: Int) -> PluginCall? {
    waiting.firstIndex { $0.call.number == number }.map { waiting.remove(at: $0).call }
  }

  /// Gives the next call 2 a lead of one minute.
  mutating func shortenNextLead() { isNextLeadShort = true }

  /// A call begins to be answered.
  mutating func began(_ call: PluginCall, _ method: PluginMethod) {
    guard isNextLeadShort, method == .scheduleDailyNotification else { return }
    isNextLeadShort = false
    shortLeadCalls.append(call.number)
  }

  /// A call was answered.
  mutating func ended(_ call: PluginCall) {
    if !shortLeadCalls.isEmpty { shortLeadCalls.removeAll { $0 == call.number } }
  }

  /// Whether a call gives its schedule a lead of one minute.
  func hasShortLead(_ number: Int) -> Bool { shortLeadCalls.contains(number) }
}
