import Descriptors
import Foundation
import Synchronization

/// A started program, and a thread that waits for its end.
///
/// A thread is needed because on some systems no descriptor for `poll` reports a child's end.
final class ChildProcess {
  let processID: pid_t
  /// Hangs up when the program has ended and `status` is known.
  let endNotice: Descriptor
  private let record = Record()

  /// How the program ended, shared with the thread.
  private final class Record: Sendable {
    let status = Mutex<ProgramExit?>(nil)
  }

  /// Starts a program with a terminal as its own.
  init(_ launch: ProgramLaunch, terminal: String) throws(TerminalDriverError) {
    let notice = try Descriptor.pipe()
    do {
      processID = try Spawn.start(launch, terminal: terminal)
    } catch {
      notice.reading.close()
      notice.writing.close()
      throw error
    }
    endNotice = notice.reading
    let child = processID
    let end = notice.writing
    Thread.detachNewThread { [record] in
      Self.awaitEnd(of: child, record)
      end.close()
    }
  }

  deinit {
    endNotice.close()
  }

  /// How it ended; nil while it runs or is stopped.
  var status: ProgramExit? { record.status.withLock { $0 } }

  /// Sends a signal to the program, or to its whole process group; false if it has ended.
  @discardableResult
  func signal(_ number: Int32, isGroup: Bool = false) -> Bool {
    // Under the lock, so that the process number of an ended program is never used.
    record.status.withLock { status in
      status == nil && kill(isGroup ? -processID : processID, number) == 0
    }
  }

  /// Waits without reaping, so that the process number is not reused before the status is stored.
  private static func awaitEnd(of processID: pid_t, _ record: Record) {
    var info = siginfo_t()
    while waitid(P_PID, id_t(processID), &info, WEXITED | WNOWAIT) != 0, errno == EINTR {}
    record.status.withLock { status in
      var waitStatus: Int32 = 0
      _ = waitpid(processID, &waitStatus, 0)
      status = ProgramExit(waitStatus: waitStatus)
    }
  }
}
