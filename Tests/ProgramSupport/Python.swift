import Foundation
public import JSONText
import ProjectFiles

/// A Python with one package of the system, which tests use to check our output.
public struct Python: Sendable {
  /// Its name or path.
  public let program: String

  public enum Failure: Error, CustomStringConvertible {
    case noPackage(String)
    /// The script failed; the value is what it wrote.
    case script(String)

    public var description: String {
      switch self {
      case .noPackage(let name): "no Python has \(name); run `.ci/bootstrap test`"
      case .script(let text): text
      }
    }
  }

  /// The first Python in `PATH`, else the system's, that has the package.
  public init(with package: String) throws {
    // The system's Python has the system's packages, even if `PATH` has another one first.
    let programs = ["python3", "/usr/bin/python3"]
    let found = programs.first {
      (try? ProgramRun(of: $0, ["-c", "import \(package)"]))?.code == 0
    }
    guard let found else { throw Failure.noPackage(package) }
    program = found
  }

  /// Runs a script with arguments and parses the JSON that it prints.
  public func json(ofScript path: String, _ arguments: [String]) throws -> JSONValue {
    let run = try ProgramRun(of: program, [ProjectFile.url(path).path] + arguments)
    guard run.code == 0 else { throw Failure.script(run.error) }
    return try JSONParser.parse(run.output)
  }
}
