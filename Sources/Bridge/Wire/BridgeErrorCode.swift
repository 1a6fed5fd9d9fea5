/// The bridge's error codes; the documentation is checked against this table.
public enum BridgeErrorCode: Int, Hashable, Sendable, CaseIterable {
  case malformedJSON = -32_700
  case notARequest = -32_600
  case unknownMethod = -32_601
  case wrongParameters = -32_602
  case rejected = -32_000
  case appCannotRun = -32_001
  case callLost = -32_002
  case refused = -32_003
  case notSettled = -32_004
  case replyTooLong = -32_005
  case cancelled = -32_800
}
