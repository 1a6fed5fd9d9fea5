extension Int {
  /// The number with its noun: `1 step`, `2 steps`; `plural` where an `s` is not enough.
  public func counted(_ noun: String, plural: String? = nil) -> String {
    "\(self) " + (self == 1 ? noun : plural ?? noun + "s")
  }
}
