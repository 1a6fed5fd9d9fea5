import DailyNotification
import DeviceModel
import History
import PlainText
import SimulationCore

/// Tells why a notification had no fetched content: the history's cause in sentences.
struct PrefetchExplainer {
  let trace: RunTrace
  let sentences: RecordSentences
  /// The kind of the notification's schedule.
  let kind: ScheduleKind
  /// The planned time, in milliseconds since the Unix epoch.
  let planned: Int64
  /// The record of its showing; what comes after that at the same instant came too late.
  var shown = UInt64.max

  private var links: PrefetchLinks { PrefetchLinks(trace.history, kind, planned: planned) }

  private var isAndroid: Bool { trace.context.platform == .android }

  /// What the system calls a prefetch that is to run.
  private var noun: String { isAndroid ? "work" : "task" }

  /// The records of tasks and fetches, whatever their outcome; of withdrawn tasks the last one's.
  var evidence: [UInt64] {
    let links = links
    let all = links.tasks
    let told = all.enumerated().filter { $0 == all.count - 1 || $1.withdrawn == nil }
    return told.flatMap(\.element.records) + links.fetches.flatMap(\.records)
  }

  /// When the content that it showed had been fetched, if its own prefetch did not bring it.
  var fetchedByEarlierRun: TracePoint? {
    let links = links
    guard let stored = links.latestStored(before: shown), let ended = stored.ended else {
      return nil
    }
    let isOwn: Bool
    switch kind {
    case .daily:
      isOwn = ended.wallMilliseconds >= planned - links.times.leadMilliseconds - 60_000
    case .dual:
      // Its fetch has a time of its own: what came of that is seen in what was fetched later. On an
      // iPhone no record says for which kind that was.
      guard isAndroid else { return nil }
      isOwn = stored.storedFor == planned && links.fetches.last?.number == stored.number
    case .reminder: return nil
    }
    return isOwn ? nil : ended
  }

  /// Why there was no content when it was shown.
  func reason() -> Finding {
    let loss = links.missing(at: shown)
    let record = loss.records.first
    let text =
      switch loss.cause {
      case .fetchUnfinished: unfinished(loss) + (record.map { ": " + sentences.timed($0) } ?? "")
      case .fetchFailed(.otherClock(let ahead)):
        (record.map(sentences.timed) ?? loss.cause.words) + clocks(ahead)
      case .fetchFailed, .contentLost, .taskRefused, .tooLateForTask:
        record.map(sentences.timed) ?? loss.cause.words
      // New Activity has a time of its own for its content, which the plugin's line says.
      case .tooOld: kind == .dual ? record.map(sentences.timed) ?? tooOld(loss) : tooOld(loss)
      // What jumped over its time is told of every notification that was shown.
      case .zoneJumped: ""
      case .identityChanged:
        "\(stored(loss)) and dropped with the identity"
          + (record.map { ", " + sentences.timed($0) } ?? "")
      case .notTaken:
        isAndroid
          ? "\(stored(loss)), but what was shown had the schedule's own text"
          : "\(stored(loss)), but the request that was shown still had the schedule's own text"
      case .taskWithoutFetch:
        "its prefetch \(noun) ran at \(clock(loss.task?.started)) without fetching"
          + (record.map { ": " + sentences.timed($0) } ?? "")
      case .taskWithdrawn:
        "its prefetch \(noun) was withdrawn before it ran"
          + (record.map { ": " + sentences.timed($0) } ?? "")
      case .taskNotRun(let delay): notRun(loss) + why(delay, loss)
      case .noTask:
        "no prefetch \(noun) was submitted for it"
          + (record.map { ", and the last one was withdrawn: " + sentences.timed($0) } ?? "")
      }
    var finding = Finding(text.isEmpty ? [] : [text], loss.records)
    finding.cause = loss.cause.words
    return finding
  }

  private func clock(_ point: TracePoint?) -> String {
    point.map { sentences.clock($0.wallMilliseconds) } ?? "a time that is not known"
  }

  /// That the phone's clock was not the server's.
  private func clocks(_ serverAhead: Int64) -> String {
    ": \(PrefetchProblem.clockWords(serverAheadMilliseconds: serverAhead)), which allows "
      + DurationText.text(Int64(FetchResult.toleratedMilliseconds))
  }

  private func unfinished(_ loss: ContentLoss) -> String {
    if let fetch = loss.fetch, let ended = fetch.ended {
      let what = fetch.findings.isEmpty ? "content arrived" : "fetch ended"
      return "its \(what) at \(clock(ended)), after its time"
    }
    let number = loss.fetch.map { " \($0.number)" } ?? ""
    return "fetch\(number), begun at \(clock(loss.fetch?.started)), did not end"
  }

  private func stored(_ loss: ContentLoss) -> String {
    "content was stored at \(clock(loss.fetch?.ended))"
  }

  private func tooOld(_ loss: ContentLoss) -> String {
    let age = planned - (loss.fetch?.ended?.wallMilliseconds ?? planned)
    return "its content was \(DurationText.text(age)) old by then and may be "
      + "\(DurationText.text(links.times.freshMilliseconds)) old at most"
  }

  /// That its task had not been launched, or was only after its time.
  private func notRun(_ loss: ContentLoss) -> String {
    let launched = isAndroid ? "started" : "launched"
    if let started = loss.task?.started {
      if started.wallMilliseconds < planned {
        return "its prefetch \(noun) was \(launched) only after it was shown, at \(clock(started))"
      }
      let late = DurationText.text(started.wallMilliseconds - planned)
      return "its prefetch \(noun) was \(launched) at \(clock(started)), \(late) after its time"
    }
    let begin = loss.task?.begin.map { ", due from \(sentences.clock($0))," } ?? ""
    return "its prefetch \(noun)\(begin) had not been \(launched) by then"
  }

  private func why(_ delay: PrefetchDelay, _ loss: ContentLoss) -> String {
    let since = loss.since.map { " (since \(clock($0)))" } ?? ""
    switch delay {
    case .jumped:
      let jump = loss.records.first
      let command = jump.flatMap { trace.causes(of: $0).last } ?? jump
      return command.map { ": \(sentences.timed($0)) jumped over its time" } ?? ""
    case .held(let hold):
      return ": \(hold.past)" + (hold.rule.map { ", \($0)" } ?? "") + since
    case .bucket(let name):
      return ": the app was in standby bucket \(name), whose work waits for other work and has a "
        + "quota of time\(since)"
    // That it was launched late says it already.
    case .system:
      return loss.task?.started == nil
        ? ": the system did not run it in time, which a phone may do too" : ""
    }
  }
}
