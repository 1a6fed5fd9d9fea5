/// A list that keeps its latest elements and forgets the oldest ones, while each keeps its place.
///
/// An element costs amortised constant time; at most `countMax` are kept, and at least three
/// quarters of so many.
public struct KeptList<Element: Sendable>: Sendable {
  private var elements: [Element] = []
  /// How many of the oldest are forgotten.
  public private(set) var omittedCount = 0
  private let countMax: Int

  /// An empty list.
  init(countMax: Int = 131_072) {
    self.countMax = countMax
  }

  /// The place after the last element.
  public var endIndex: Int { omittedCount + elements.count }

  /// The kept elements, oldest first.
  public var kept: [Element] { elements }

  /// The last element.
  public var last: Element? { elements.last }

  /// The element at a place; nil where it is forgotten.
  public subscript(place: Int) -> Element? {
    place >= omittedCount && place < endIndex ? elements[place - omittedCount] : nil
  }

  /// Adds an element and returns its place.
  @discardableResult
  mutating func append(_ element: Element) -> Int {
    if elements.count >= countMax {
      let excess = max(1, countMax / 4)
      elements.removeFirst(excess)
      omittedCount += excess
    }
    elements.append(element)
    return endIndex - 1
  }

  /// Changes the element at a place, if it is kept.
  mutating func change(_ place: Int, _ body: (inout Element) -> Void) {
    guard place >= omittedCount, place < endIndex else { return }
    body(&elements[place - omittedCount])
  }

  /// The place of the last element, of at most so many, that fulfils a condition.
  func lastPlace(within count: Int = .max, where condition: (Element) -> Bool) -> Int? {
    let first = max(0, elements.count - min(count, elements.count))
    for place in elements.indices[first...].reversed() where condition(elements[place]) {
      return omittedCount + place
    }
    return nil
  }
}
