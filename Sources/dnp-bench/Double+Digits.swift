import Foundation

extension Double {
  /// The number with so many digits after the point, rounded.
  func text(digits: Int = 2) -> String {
    String(format: "%.\(digits)f", self)
  }
}
