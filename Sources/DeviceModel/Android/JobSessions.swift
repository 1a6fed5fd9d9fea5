import SimulationCore

/// How long jobs may run within a window, and in how many sessions.
struct JobQuota: Hashable, Sendable {
  let runMilliseconds: Int64
  let windowMilliseconds: Int64
  let sessionsMax: Int

  init(minutes: Int64, windowMinutes: Int64, sessionsMax: Int = .max) {
    runMilliseconds = minutes * 60_000
    windowMilliseconds = windowMinutes * 60_000
    self.sessionsMax = sessionsMax
  }
}

/// The stretches of time in which jobs of the app ran and that count towards its quota.
///
/// Source: AOSP, QuotaController (TimingSession; TIMING_SESSION_COALESCING_DURATION_MS five
/// seconds).
/// Not modelled: the 30 s that a quota has to have before an app is within it again, the limit of
/// four hours a day.
struct JobSessions: Hashable, Sendable {
  private struct Session: Hashable {
    let begin: Int64
    var end: Int64
  }

  private static let coalescingMilliseconds: Int64 = 5_000
  private static let keptMilliseconds: Int64 = 24 * 3_600_000

  /// The sessions that have ended, oldest first, of a day.
  private var sessions: [Session] = []
  /// When the present session began; nil while none runs.
  private var begin: Int64?

  /// Whether run time is counted.
  var isCounting: Bool { begin != nil }

  /// Run time is counted from an instant on, or no longer.
  mutating func count(_ isCounting: Bool, at now: SimulationInstant) {
    guard isCounting != self.isCounting else { return }
    let time = now.milliseconds
    guard let begin else {
      sessions.removeAll { $0.end <= time - JobSessions.keptMilliseconds }
      if let last = sessions.last, time - last.end <= JobSessions.coalescingMilliseconds {
        begin = sessions.removeLast().begin
      } else {
        begin = time
      }
      return
    }
    self.begin = nil
    sessions.append(Session(begin: begin, end: time))
  }

  /// How long jobs may still run, in milliseconds.
  func left(of quota: JobQuota, at now: SimulationInstant) -> Int64 {
    let time = now.milliseconds
    let used = all(at: time).reduce(0) { $0 + overlap($1, from: time - quota.windowMilliseconds) }
    return max(0, quota.runMilliseconds - used)
  }

  /// How long a job waits until it may begin, in milliseconds; 0 where it may now.
  func wait(for quota: JobQuota, at now: SimulationInstant) -> Int64 {
    guard begin == nil else { return left(of: quota, at: now) > 0 ? 0 : 1 }
    let time = now.milliseconds
    let start = time - quota.windowMilliseconds
    let recent = sessions.filter { $0.end > start }
    var first = start
    if recent.count >= quota.sessionsMax {
      first = recent[recent.count - quota.sessionsMax].end
    }
    var excess = recent.reduce(0) { $0 + overlap($1, from: start) } - quota.runMilliseconds
    for session in recent where excess >= 0 {
      let part = overlap(session, from: start)
      first = max(first, max(session.begin, start) + min(part, excess + 1))
      excess -= part
    }
    return first - start
  }

  /// The app was removed.
  mutating func removeAll() { self = JobSessions() }

  private func all(at now: Int64) -> [Session] {
    sessions + (begin.map { [Session(begin: $0, end: now)] } ?? [])
  }

  private func overlap(_ session: Session, from start: Int64) -> Int64 {
    max(0, session.end - max(session.begin, start))
  }
}
