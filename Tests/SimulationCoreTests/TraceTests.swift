import SimulationCore
import Testing

/// A payload with one field of each type.
private struct Payload: RecordPayload, Equatable {
  var kind: StaticString { isOther ? "other" : "plain" }
  var isOther = false
  var text = "text"
  var number: Int64 = 1
  var flag = false
  var time: Int64? = 5
  var json = "{}"

  func visitFields(_ visitor: inout some FieldVisitor) {
    visitor.field("text", text)
    visitor.field("number", number)
    visitor.field("flag", flag)
    visitor.time("time", time)
    visitor.json("json", json)
  }

  static func == (left: Payload, right: Payload) -> Bool { left.number == right.number }
}

@Suite("trace")
struct TraceTests {
  /// The header of a record, beside its payload.
  private struct Place {
    var instant: Int64 = 10
    var wall: Int64 = 20
    var cause: UInt64? = 0
  }

  private func hash(_ payload: Payload = Payload(), _ place: Place = Place()) -> TraceHash {
    var trace = Trace<Payload>(capacity: 1)
    trace.append(
      payload, instant: SimulationInstant(milliseconds: place.instant),
      wallMilliseconds: place.wall, cause: place.cause)
    return trace.hash
  }

  private func filled(_ count: Int64, capacity: Int) -> Trace<Payload> {
    var trace = Trace<Payload>(capacity: capacity)
    for number in 0..<count {
      trace.append(
        Payload(number: number), instant: SimulationInstant(milliseconds: number),
        wallMilliseconds: number, cause: nil)
    }
    return trace
  }

  @Test("has a hash that depends on each field of a record")
  func sensitivity() {
    let hashes = [
      hash(), hash(Payload(isOther: true)), hash(Payload(text: "texu")), hash(Payload(number: 2)),
      hash(Payload(flag: true)), hash(Payload(time: 6)), hash(Payload(time: nil)),
      hash(Payload(json: "[]")), hash(Payload(), Place(instant: 11)),
      hash(Payload(), Place(wall: 21)), hash(Payload(), Place(cause: 1)),
      hash(Payload(), Place(cause: nil)),
    ]
    #expect(Set(hashes).count == hashes.count)
    #expect(hash() == hash())
  }

  @Test("has a fixed hash for a fixed record")
  func vector() {
    #expect(hash().text == "39db153706e6af3f")
    #expect(filled(1000, capacity: 16).hash.text == "0891d8c976bf69b2")
  }

  @Test(
    "rounds its capacity up to a power of two", arguments: [(1, 1), (2, 2), (3, 4), (1000, 1024)])
  func capacity(asked: Int, kept: Int) {
    #expect(Trace<Payload>(capacity: asked).capacity == kept)
  }

  @Test("keeps the latest, numbered from the first", arguments: [0, 1, 7, 8, 9, 100] as [Int64])
  func bound(count: Int64) {
    let trace = filled(count, capacity: 8)
    #expect(trace.nextSequence == UInt64(count))
    let oldest = max(0, count - 8)
    #expect(trace.oldestSequence == UInt64(oldest))
    #expect(trace.records(from: 0).map(\.payload.number) == Array(oldest..<count))
    for sequence in 0..<UInt64(count + 2) {
      let isHeld = sequence >= trace.oldestSequence && sequence < trace.nextSequence
      #expect(trace.record(sequence)?.sequence == (isHeld ? sequence : nil))
    }
  }

  @Test(
    "returns records from a number on, up to a limit",
    arguments: [
      (0, 3, [92, 93, 94]), (95, 3, [95, 96, 97]), (98, 5, [98, 99]), (99, .max, [99]),
      (100, 5, []), (.max, 5, []), (95, 0, []), (95, -1, []),
    ] as [(UInt64, Int, [Int64])])
  func slice(from: UInt64, limit: Int, numbers: [Int64]) {
    let trace = filled(100, capacity: 8)
    #expect(trace.records(from: from, limit: limit).map(\.payload.number) == numbers)
  }

  @Test("gives access to records from a number on", arguments: [0, 95, 99, 100, .max] as [UInt64])
  func visit(from: UInt64) {
    let trace = filled(100, capacity: 8)
    var numbers: [Int64] = []
    trace.forEach(from: from) { numbers.append($0.payload.number) }
    #expect(numbers == trace.records(from: from).map(\.payload.number))
  }

  @Test("has a hash that includes dropped records")
  func dropped() {
    #expect(filled(1000, capacity: 4).hash == filled(1000, capacity: 4096).hash)
    var changed = Trace<Payload>(capacity: 4)
    for number in 0..<1000 as Range<Int64> {
      changed.append(
        Payload(number: number == 3 ? -1 : number),
        instant: SimulationInstant(milliseconds: number), wallMilliseconds: number, cause: nil)
    }
    #expect(
      changed.records(from: 0).map(\.payload)
        == filled(1000, capacity: 4).records(from: 0).map(\.payload))
    #expect(changed.hash != filled(1000, capacity: 4).hash)
  }
}
