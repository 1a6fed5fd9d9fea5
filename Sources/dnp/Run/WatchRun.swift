import ArgumentParser
import Foundation
import Scenarios

/// `dnp run --watch`: runs again whenever one of the files has changed.
struct WatchRun {
  let paths: [String]
  let selection: ScenarioSelection

  /// How often the files are looked at, in microseconds.
  private static let pauseMicroseconds: UInt32 = 200_000

  /// Runs until a signal comes.
  func watch(_ play: ([Scenario]) throws(RunFailure) -> ExitCode) throws(RunFailure) -> ExitCode {
    Interruption.listen()
    while true {
      var seen: [String: String] = [:]
      let found = listed
      do {
        // Before a file is read, so that an edit during the run counts.
        let scenarios = try selection.scenarios(of: paths) { seen[$0] = WatchRun.stamp(of: $0) }
        _ = try play(scenarios)
      } catch {
        // A file in the middle of an edit is nothing to give up for.
        RunStream.error.write(error.message + "\n")
      }
      let files = "\(seen.count) file\(seen.count == 1 ? "" : "s")"
      RunStream.error.write("watching \(files); Ctrl-C ends\n")
      repeat {
        if let number = Interruption.number { return ExitCode(128 + number) }
        usleep(WatchRun.pauseMicroseconds)
      } while listed == found && seen.allSatisfy { WatchRun.stamp(of: $0.key) == $0.value }
    }
  }

  /// The files that the paths stand for now.
  private var listed: [String] { (try? RunInput.files(at: paths)) ?? [] }

  /// When a file was changed last, its size and which file it is.
  private static func stamp(of path: String) -> String {
    var status = stat()
    guard stat(path, &status) == 0 else { return "-" }
    #if os(Linux)
    let time = status.st_mtim
    #else
    let time = status.st_mtimespec
    #endif
    return "\(time.tv_sec).\(time.tv_nsec) \(status.st_size) \(status.st_ino)"
  }
}
