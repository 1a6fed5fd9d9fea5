import ArgumentParser
import Descriptors
import Foundation
import PlainText
import Scenarios

/// `dnp run --watch`: runs again whenever one of the files has changed.
struct WatchRun {
  let paths: [String]
  let selection: ScenarioSelection

  /// The interval at which the files are checked, in microseconds.
  private static let pauseMicroseconds: UInt32 = 200_000

  /// Runs until there is a signal.
  func watch(_ play: ([Scenario]) throws(CommandFailure) -> ExitCode) throws(CommandFailure)
    -> ExitCode
  {
    Interruption.listen()
    while true {
      var seen: [String: FileStatus?] = [:]
      let found = listed
      do {
        // Checked before the files are read, so that an edit during the run is noticed.
        let scenarios = try selection.scenarios(of: paths) {
          seen[$0] = .some(try? FileStatus(path: $0))
        }
        _ = try play(scenarios)
      } catch {
        // A file that is being edited is no reason to end.
        StandardStreams.report(error.message + "\n")
      }
      let files = seen.count.counted("file")
      StandardStreams.report("watching \(files); Ctrl-C ends\n")
      repeat {
        if let number = Interruption.number { return .signal(number) }
        usleep(WatchRun.pauseMicroseconds)
      } while listed == found && seen.allSatisfy { (try? FileStatus(path: $0.key)) == $0.value }
    }
  }

  /// The files that the paths refer to now.
  private var listed: [String] { (try? InputFile.files(at: paths)) ?? [] }
}
