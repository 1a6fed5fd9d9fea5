import Descriptors
import DeviceModel
import Scenarios
import SessionStore

/// The run of a session, made again so that it can be explained.
struct SessionTrace {
  let trace: RunTrace
  /// What is damaged: the trace is of what is intact before.
  let damages: [String]

  /// Reads a session of this machine, or else a file that was exported.
  init(_ session: String, _ keychain: Keychain) throws(CommandFailure) {
    let archive = try SessionTrace.archive(session, keychain)
    guard let replay = try archive?.replay(keychain, source: "session '\(session)'"), let archive
    else { throw CommandFailure(.badFile, "session '\(session)' has not begun") }
    do throws(TraceOverflow) {
      trace = try replay.run.wholeTrace()
    } catch {
      throw CommandFailure(.couldNotRun, error.description)
    }
    damages = archive.damages.map(\.description)
    if let disagreement = replay.disagreement {
      StandardStreams.report(
        "session '\(session)': this version makes other records from entry "
          + "\(disagreement.entries + 1) on\n")
    }
  }

  private static func archive(
    _ session: String, _ keychain: Keychain
  ) throws(CommandFailure) -> SessionArchive? {
    let isKept = (try? SessionsCommand.openFolder())?.has(session) ?? false
    if !isKept, (try? FileStatus(path: session)) != nil { return try exported(session) }
    let folder = try SessionsCommand.folder()
    return try SessionsCommand.attempt { () throws(SessionStoreError) in
      let store = try SessionStore(reading: session, in: folder)
      defer { store.close() }
      return try SessionArchive(store, keychain)
    }
  }

  private static func exported(_ path: String) throws(CommandFailure) -> SessionArchive {
    let input = try InputFile.one(path, bytesMax: SessionArchive.bytesMax)
    do throws(StoredDamage) {
      if let archive = try SessionArchive(input.bytes) { return archive }
    } catch {
      throw CommandFailure(.badFile, "\(input.path): damaged: \(error)")
    }
    throw CommandFailure(.badFile, "\(input.path): this is no session that dnp has exported")
  }
}
