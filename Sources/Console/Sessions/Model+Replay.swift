import PlainText
import Scenarios

/// Making a phone again: short ones at once, long ones in slices, with their progress in sight.
extension Model {
  /// Whether a phone is being made again; until it is there, the one before is shown.
  public var isReplaying: Bool { replaying != nil }

  /// Begins to make a phone again.
  mutating func begin(_ replaying: Replaying) {
    time.stop()
    self.replaying = replaying
    proceedReplay(eventsMax: Replaying.firstEvents)
  }

  /// Goes on for a slice.
  mutating func proceedReplay(eventsMax: Int = Replaying.sliceEvents) {
    // One owner, so that the trace is not copied.
    guard var replaying else { return }
    self.replaying = nil
    if replaying.replay.proceed(eventsMax: eventsMax) {
      finish(replaying)
    } else {
      self.replaying = replaying
    }
  }

  /// Stops it: what was shown before stays, an opening stands where it has come to.
  mutating func cancelReplay() {
    guard let replaying else { return }
    self.replaying = nil
    if case .opening = replaying.purpose {
      adopt(replaying.replay.run, isNewPhone: true)
      notice = .info("stopped on the way; \(pastText)")
    } else {
      notice = .info("stopped; this is as it was before")
    }
  }

  private mutating func finish(_ replaying: Replaying) {
    let run = replaying.replay.run
    switch replaying.purpose {
    case .past(let past, let words):
      self.past = past
      adopt(run, isNewPhone: true)
      notice = .info(words)
    case .present:
      past = nil
      adopt(run, isNewPhone: true)
      notice = .info("this is the present again")
    case .opening(let isRunning, let remark):
      past = nil
      adopt(run, isNewPhone: true)
      say(remark)
      if let disagreement = replaying.replay.disagreement, keeping != .damaged {
        keeping = .disagreeing
        notice = .error(
          "after entry \(disagreement.entries) this version makes other records than those that "
            + "are stored; \(keeping.refusal ?? "")")
      } else if isRunning {
        time.start()
      }
    case .branch(let branch): change(to: branch, replaying.replay)
    }
  }

  private mutating func change(to branch: OpenedBranch, _ replay: JournalReplay) {
    if let disagreement = replay.disagreement {
      notice = .error(
        "branch \(branch.name) stays as it is: after entry \(disagreement.entries) this version "
          + "makes other records than those that are stored")
      return
    }
    past = nil
    if keeping == .disagreeing { keeping = .kept }
    line.begin(.opened(branch: branch.id, name: branch.name))
    screen = .console(.controls)
    adopt(replay.run, isNewPhone: true)
    let presses = run.presses.count.counted("press", plural: "presses")
    notice = .info("branch \(branch.name) goes on: \(presses) so far")
  }
}
