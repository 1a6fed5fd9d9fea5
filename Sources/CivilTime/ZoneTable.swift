/// The offsets of one zone from 2000 through 2060, laid out for constant-time lookup.
///
/// Time is divided into buckets of 2³¹ ms (24.8 days); a bucket has the number of transitions
/// before it, so a lookup checks only the transitions of one bucket, which are at most four.
struct ZoneTable: Sendable {
  /// The covered epoch milliseconds: 2000-01-01 up to 2061-01-01, in UTC.
  static let range: Range<Int64> = 946_684_800_000..<2_871_763_200_000

  private static let bucketShift: Int64 = 31
  private static let firstBucket = range.lowerBound >> bucketShift

  /// A period with one offset.
  struct Stretch {
    /// Seconds east of UTC.
    let offset: Int
    /// The first instant after it; `Int64.max` for the last one.
    let end: Int64
  }

  /// The periods in ascending order; the first one contains the start of `range`.
  private let stretches: [Stretch]
  /// Per bucket, the index of the period that contains its first millisecond.
  private let firstIndexes: [UInt16]

  /// A table without transitions.
  init(constantOffset: Int) {
    self.init(transitions: [], firstOffset: constantOffset)
  }

  /// The table of the zone with these offsets by epoch second.
  init(offset: (Int64) -> Int) {
    let (start, end) = (Self.range.lowerBound / 1_000, Self.range.upperBound / 1_000)
    self.init(
      transitions: ZoneScan.transitions(from: start, through: end, offset: offset),
      firstOffset: offset(start))
  }

  /// The table of a zone all of whose offsets are greater by that many seconds.
  init(_ table: ZoneTable, shiftedBy seconds: Int) {
    stretches = table.stretches.map { Stretch(offset: $0.offset + seconds, end: $0.end) }
    firstIndexes = table.firstIndexes
  }

  private init(transitions: [ZoneTransition], firstOffset: Int) {
    let ends = transitions.map(\.instant) + [.max]
    let offsets = [firstOffset] + transitions.map(\.offsetAfter)
    stretches = zip(offsets, ends).map(Stretch.init)
    var index = 0
    var indexes: [UInt16] = []
    for bucket in Self.firstBucket...(Self.range.upperBound >> Self.bucketShift) {
      while ends[index] <= bucket << Self.bucketShift { index += 1 }
      indexes.append(UInt16(index))
    }
    firstIndexes = indexes
  }

  /// The transitions in ascending order.
  var transitions: [ZoneTransition] {
    stretches.indices.dropLast().map(transition)
  }

  /// Seconds east of UTC at an instant, which must be in `range`.
  func offset(at epochMilliseconds: Int64) -> Int {
    stretches[index(at: epochMilliseconds)].offset
  }

  /// The first transition after an instant, which must be in `range`; `nil` if there is none.
  func nextTransition(after epochMilliseconds: Int64) -> ZoneTransition? {
    let index = index(at: epochMilliseconds)
    return index + 1 < stretches.count ? transition(index) : nil
  }

  /// The period that contains an instant, which must be in `range`.
  func stretch(at epochMilliseconds: Int64) -> Stretch {
    stretches[index(at: epochMilliseconds)]
  }

  /// The transition at the end of a period; the last period has none.
  private func transition(_ index: Int) -> ZoneTransition {
    ZoneTransition(
      instant: stretches[index].end, offsetBefore: stretches[index].offset,
      offsetAfter: stretches[index + 1].offset)
  }

  @inline(__always)
  private func index(at epochMilliseconds: Int64) -> Int {
    let bucket = (epochMilliseconds >> Self.bucketShift) - Self.firstBucket
    var index = Int(firstIndexes[Int(bucket)])
    while stretches[index].end <= epochMilliseconds { index += 1 }
    return index
  }
}
