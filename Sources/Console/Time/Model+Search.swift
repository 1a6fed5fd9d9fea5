import DeviceModel
import Scenarios

/// Going to an event that is ahead: it is looked for on a copy of the phone first.
extension Model {
  /// Goes to what was typed: a time, a length, or an event such as `next miss`.
  mutating func go(to text: String) throws(TimeTarget.Failure) -> [Effect] {
    if let event = AwaitedEvent(text: text) { return look(for: event) }
    branchOffInPast()
    return fulfil(try time.startJump(text, &run, &happened))
  }

  private mutating func look(for event: AwaitedEvent) -> [Effect] {
    if event == .reboot, past == nil {
      notice = .info("a phone does not restart by itself; :reboot does it now")
      return []
    }
    if run.device.os.network.isLive, past == nil {
      notice = .warning(
        "what a live API will answer is not known; go to a time, or :live off first")
      return []
    }
    time.begin(EventSearch(event, from: run, happened, past: past))
    // Nearly always it is found at once.
    proceedSearch()
    return []
  }

  /// Goes on with a search for a slice, and goes where it has led.
  mutating func proceedSearch() {
    let search: EventSearch?
    do {
      search = try time.proceedSearch()
    } catch {
      time.stop()
      notice = .error("time stands still: \(error.description)")
      return
    }
    guard var search else { return }
    guard let words = search.arrival() else {
      notice = .info(search.failure)
      return
    }
    if let past, search.run.device.os.now == past.end,
      search.run.presses.count == past.entries.count
    {
      self.past = nil
    }
    run = search.run
    happened = search.happened
    happened.watch(for: nil)
    absorb()
    notice = .info(isInPast ? "\(words); \(pastText)" : words)
  }
}
