/// Which line of the session's history the phone belongs to, for whoever keeps the session.
public struct SessionLine: Hashable, Sendable {
  /// Where a line comes from.
  public enum Origin: Hashable, Sendable {
    /// It is the one that the console began with.
    case opening
    /// A person wanted a new phone.
    case newPhone
    /// A scenario brings a phone of its own.
    case scenario(String)
    /// It left another line, after so many of its entries.
    case branch(afterEntries: Int)
    /// It was there before, and goes on.
    case opened(branch: Int64, name: String)
  }

  /// Its number in this run of the program, from 0; another number is another line.
  public private(set) var number = 0
  /// Where it comes from.
  public private(set) var origin = Origin.opening
  /// Whether it stands for the line before it, which nobody needs any more: a scenario that was
  /// taken back by a step.
  public private(set) var replacesLast = false

  /// Begins another line.
  mutating func begin(_ origin: Origin, replacesLast: Bool = false) {
    number += 1
    self.origin = origin
    self.replacesLast = replacesLast
  }

  /// The name that its branch should have.
  public var name: String {
    switch origin {
    case .opening, .newPhone: "phone"
    case .scenario(let name): name
    case .branch: "branch"
    case .opened(_, let name): name
    }
  }

  /// Where it comes from, in words.
  public var originText: String {
    switch origin {
    case .opening, .newPhone: "a new phone"
    case .scenario(let name): "scenario \(name)"
    case .branch(let entries): "left after entry \(entries)"
    case .opened(_, let name): "branch \(name)"
    }
  }
}
