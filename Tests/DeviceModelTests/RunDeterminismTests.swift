import DailyNotification
import ES256K
import JSONText
import SimulationCore
import Testing

@testable import DeviceModel

@Suite("determinism of a run")
struct RunDeterminismTests {
  /// How an advance is sliced.
  enum Slicing: Hashable, CaseIterable {
    case whole
    case instants
    case events
    case both
  }

  /// Sixty days with two schedules, the app opened now and then, and faults; always the same.
  private func play(seed: UInt64, slicing: Slicing = .whole, cuts: UInt64 = 0) throws -> Device {
    var configuration = DeviceConfiguration()
    configuration.keychain = Keychain(TestKeys.standard)
    configuration.seed = seed
    var device = Device(configuration)
    var random = SeededGenerator(seed: cuts)
    try device.perform(.setPermission(.authorized))
    try device.perform(
      .call(
        method: "configure",
        options: ["ttlSeconds": 3600, "activeDid": "did:x", "apiServer": "https://a.example"]))
    try device.perform(.scriptAPI([ScriptedResponse()]))
    for (id, time) in [("morning", "06:30"), ("evening", "20:15")] {
      try device.perform(
        .call(
          method: "scheduleDailyNotification",
          options: ["id": .string(id), "time": .string(time)]))
    }
    for dayOfRun in 0..<60 {
      try pass(day / 2, on: &device, slicing, &random)
      for command in commands(dayOfRun) { _ = device.refusal(performing: command) }
      try pass(day / 2, on: &device, slicing, &random)
    }
    return device
  }

  private func commands(_ dayOfRun: Int) -> [Command] {
    switch dayOfRun % 7 {
    case 0: [.launch, .foreground, .background]
    case 1: [.failWrites(count: 3), .tamperCache(.invalidJSON), .setNetwork(.flaky)]
    case 2: [.systemTerminate, .warpClock(milliseconds: Int64(dayOfRun - 30) * hour), .shiftDST]
    case 3 where dayOfRun % 2 == 0:
      [.lock, .unlock, .powerOff, .powerOn(isLocked: true), .updateApp]
    case 3: [.unlock, .launch, .foreground, .dismissDelivered(identifier: nil), .swipeAway]
    case 4: [.setLowPowerMode(isOn: dayOfRun % 2 == 0), .launch, .background]
    case 5: [.setPermission(.denied), .foreground, .setPermission(.authorized)]
    default: [.clearPending, .launch, .foreground, .background]
    }
  }

  private func pass(
    _ milliseconds: Int64, on device: inout Device, _ slicing: Slicing,
    _ random: inout SeededGenerator
  ) throws {
    let target = device.os.now.advanced(byMilliseconds: milliseconds)
    while device.os.now < target {
      let left = target.milliseconds - device.os.now.milliseconds
      let isCut = slicing == .instants || slicing == .both
      let step = isCut ? random.integer(in: 1...min(left, 3 * hour)) : left
      let end = device.os.now.advanced(byMilliseconds: step)
      var isComplete = false
      while !isComplete {
        let isBounded = slicing == .events || slicing == .both
        let eventsMax = isBounded ? Int(random.integer(in: 1...4)) : .max
        isComplete = try device.advance(to: end, eventsMax: eventsMax).isComplete
      }
    }
  }

  private func texts(_ device: Device) -> [String] {
    device.os.trace.records(from: 0).map { JSONValue.object($0.json).canonicalText }
  }

  @Test(
    "gives the same hash twice, over at least 1,000 records",
    arguments: 1...5 as ClosedRange<UInt64>)
  func twice(seed: UInt64) throws {
    let first = try play(seed: seed)
    #expect(first.os.trace.nextSequence >= 1000)
    #expect(try play(seed: seed).os.trace.hash == first.os.trace.hash)
  }

  @Test(
    "does not depend on how an advance was sliced", arguments: Slicing.allCases,
    1...3 as ClosedRange<UInt64>)
  func slices(slicing: Slicing, cuts: UInt64) throws {
    let whole = try play(seed: 1)
    let cut = try play(seed: 1, slicing: slicing, cuts: cuts)
    #expect(cut.os.trace.hash == whole.os.trace.hash)
    #expect(texts(cut) == texts(whole))
    #expect(cut.stateValue == whole.stateValue)
  }

  @Test("gives different hashes for different seeds")
  func seeds() throws {
    let hashes = try (1...5).map { try play(seed: $0).os.trace.hash }
    #expect(Set(hashes).count == 5)
  }

  @Test("gives every record a cause that is older, and each chain ends at a root")
  func causes() throws {
    let records = try play(seed: 1).os.trace.records(from: 0)
    for record in records {
      guard record.cause.map({ $0 < record.sequence }) ?? true else {
        Issue.record("record \(record.sequence) comes from \(record.cause ?? 0)")
        return
      }
    }
    #expect(records.filter { $0.cause == nil }.count < records.count / 4)
    #expect(zip(records, records.dropFirst()).allSatisfy { $0.instant <= $1.instant })
  }
}
