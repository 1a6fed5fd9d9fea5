/// Shrinks a failing history: fewer acts, then shorter waits.
public enum Shrinker {
  /// The smallest history found that still fails, after at most `trialsMax` runs.
  public static func shrink(
    _ history: History, trialsMax: Int = 1_500, stillFails: (History) -> Bool
  ) -> History {
    var best = history
    var trials = 0
    func isFailing(_ candidate: History) -> Bool {
      trials += 1
      return trials <= trialsMax && stillFails(candidate)
    }
    var size = max(1, best.acts.count / 2)
    while true {
      var start = 0
      var hasShrunk = false
      while start < best.acts.count {
        var fewer = best
        fewer.acts.removeSubrange(start..<min(start + size, best.acts.count))
        if isFailing(fewer) {
          best = fewer
          hasShrunk = true
        } else {
          start += size
        }
      }
      if size == 1, !hasShrunk || trials > trialsMax { break }
      size = max(1, size / 2)
    }
    for make in plainer {
      let candidate = make(best)
      if isFailing(candidate) { best = candidate }
    }
    for index in best.acts.indices {
      guard case .wait(let length) = best.acts[index] else { continue }
      for shorter in [1_000, 60_000, 3_600_000, 86_400_000, 864_000_000] as [Int64]
      where shorter < length {
        var candidate = best
        candidate.acts[index] = .wait(milliseconds: shorter)
        if isFailing(candidate) {
          best = candidate
          break
        }
      }
    }
    return best
  }

  /// Simplifications of the phone, each of one property.
  private static let plainer: [@Sendable (History) -> History] = [
    { history in changed(history) { $0.hasDrift = $1.hasDrift } },
    { history in changed(history) { $0.taskLateness = $1.taskLateness } },
    { history in changed(history) { $0.showsAtBoot = $1.showsAtBoot } },
    { history in changed(history) { $0.zone = $1.zone } },
    { history in changed(history) { phone, _ in phone.android = phone.android.map { _ in .init() } }
    },
  ]

  private static func changed(
    _ history: History, _ change: (inout History, History) -> Void
  ) -> History {
    var history = history
    change(&history, History())
    return history
  }
}
