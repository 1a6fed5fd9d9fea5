/// The state of an iPhone that an Android phone does not have.
///
/// Its system shows what it was asked to show, up to minutes late and with no code running; the
/// plugin finds out at its next entry.
struct IPhoneState: Sendable {
  let limits: OutcomeModel.Limits
  /// Whether what became due while the phone was off is shown at its start (true) or never.
  let showsAtBoot: Bool
  /// Whether the zone has changed since something was armed.
  var isZoneNew = false
  var lastArmed: Int64 = -1
  /// When what other code removes is gone.
  var removedAt: Int64 = .min
  /// What the person has put off; each takes a place of the window for an hour.
  var putOffs: PutOffs
  /// What was on its way when clock or zone put it ahead again, until time passes.
  var aheadAgain: [Place] = []
  /// What the person is dismissing one by one, until the delegate is notified.
  var beingDismissed: Place?

  /// The maximum time until a removal or an addition takes effect, in milliseconds.
  static let raceMilliseconds: Int64 = 1_000
  /// How long requests are being added after an entry at most, in milliseconds.
  static let armingMilliseconds: Int64 = 50
  /// The invariants about what the model knows: requests, deliveries, reports.
  static let judgedInvariants: Set<Int> = [1, 2, 3, 9, 10, 11, 13, 14, 16, 17]

  init(_ limits: OutcomeModel.Limits, showsAtBoot: Bool) {
    self.limits = limits
    self.showsAtBoot = showsAtBoot
    putOffs = PutOffs(driftMilliseconds: limits.driftMilliseconds)
  }
}
