/// The members of a JSON object, in the order in which their keys were first set.
///
/// Looking a key up is linear through 16 members and constant beyond; removing one is linear.
/// Keys are compared by their scalars.
public struct JSONObject: Sendable {
  /// A key and its value; a struct, since arrays of tuples are slow to destroy.
  struct Entry: Sendable {
    let key: String
    var value: JSONValue
  }

  /// The members in order; keys are unique.
  private(set) var entries: [Entry] = []
  /// The index of each key, once there are more than `linearMembersMax`.
  private var places: [JSONKey: Int]?

  private static let linearMembersMax = 16

  /// No members.
  public init() {}

  /// The given members; of equal keys the last value wins, at the first one's place.
  public init(_ members: some Sequence<(String, JSONValue)>) {
    for (key, value) in members { set(key, to: value) }
  }

  /// The members in order, as a copy; keys are unique.
  public var members: [(key: String, value: JSONValue)] {
    entries.map { ($0.key, $0.value) }
  }

  /// The number of members.
  public var count: Int { entries.count }

  /// Whether there is no member.
  public var isEmpty: Bool { entries.isEmpty }

  /// The keys in order.
  public var keys: [String] { entries.map(\.key) }

  /// The value of a key, `nil` if there is none; setting `nil` removes the member.
  public subscript(key: String) -> JSONValue? {
    get { place(of: key).map { entries[$0].value } }
    set {
      if let newValue {
        set(key, to: newValue)
      } else {
        remove(key)
      }
    }
  }

  /// The members sorted by the UTF-16 code units of their keys, as in canonical JSON.
  var sortedEntries: [Entry] {
    entries.sorted { JSONString.isBefore($0.key, $1.key) }
  }

  /// Sets a key's value, in its place or at the end.
  mutating func set(_ key: String, to value: JSONValue) {
    if places == nil, let place = place(of: key) {
      entries[place].value = value
    } else if let place = places?.updateValue(entries.count, forKey: JSONKey(text: key)) {
      places?[JSONKey(text: key)] = place
      entries[place].value = value
    } else {
      add(key, value)
    }
  }

  /// Appends a member whose key is known to be new.
  mutating func append(_ key: String, _ value: JSONValue) {
    places?[JSONKey(text: key)] = entries.count
    add(key, value)
  }

  /// Appends a member; its place is recorded already if places are kept.
  private mutating func add(_ key: consuming String, _ value: consuming JSONValue) {
    if entries.isEmpty { entries.reserveCapacity(8) }
    entries.append(Entry(key: key, value: value))
    if places == nil, entries.count > Self.linearMembersMax { buildPlaces() }
  }

  private mutating func remove(_ key: String) {
    guard let place = place(of: key) else { return }
    entries.remove(at: place)
    places = nil
    if entries.count > Self.linearMembersMax { buildPlaces() }
  }

  private mutating func buildPlaces() {
    var places: [JSONKey: Int] = [:]
    for (place, entry) in entries.enumerated() { places[JSONKey(text: entry.key)] = place }
    self.places = places
  }

  private func place(of key: String) -> Int? {
    if let places { return places[JSONKey(text: key)] }
    return entries.firstIndex { JSONString.isSame($0.key, key) }
  }
}

extension JSONObject: Hashable {
  /// Whether both have the same members, in any order.
  public static func == (left: JSONObject, right: JSONObject) -> Bool {
    left.count == right.count
      && left.entries.allSatisfy { entry in right[entry.key] == entry.value }
  }

  /// Hashes the members so that their order does not matter.
  public func hash(into hasher: inout Hasher) {
    var sum = 0
    for entry in entries {
      var entryHasher = Hasher()
      entryHasher.combine(entry.key)
      entryHasher.combine(entry.value)
      sum &+= entryHasher.finalize()
    }
    hasher.combine(count)
    hasher.combine(sum)
  }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  /// The given members; of equal keys the last wins.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self.init(elements)
  }
}
