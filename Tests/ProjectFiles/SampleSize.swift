import Foundation

/// How many random or listed cases a test runs.
public enum SampleSize {
  /// A few cases for each change, or many where `DNP_LONG_PROOFS=1` asks for them.
  public static func of(_ few: Int, long many: Int) -> Int { isLong ? many : few }

  /// Every `n`th of the cases, or all of them where `DNP_LONG_PROOFS=1` asks for them.
  public static func every<Case>(_ n: Int, of cases: [Case]) -> [Case] {
    isLong ? cases : stride(from: 0, to: cases.count, by: n).map { cases[$0] }
  }

  private static let isLong = ProcessInfo.processInfo.environment["DNP_LONG_PROOFS"] == "1"
}
