/// A program to start, with everything it inherits.
public struct ProgramLaunch: Sendable {
  /// The program's absolute path.
  public var program: String
  /// The arguments after its name.
  public var arguments: [String]
  /// Its whole environment.
  public var environment: [String: String]
  /// Its working directory; nil for that of this process.
  public var workingDirectory: String?
  /// Inherited descriptors: the number in the program, from 3 on, and that in this process.
  public var inheritedDescriptors: [Int32: Int32]
  /// A file to which standard error is appended; nil for the terminal.
  public var standardErrorPath: String?

  /// Describes a program.
  public init(
    _ program: String, _ arguments: [String] = [],
    environment: [String: String] = ProgramLaunch.plainEnvironment(),
    workingDirectory: String? = nil, inheritedDescriptors: [Int32: Int32] = [:],
    standardErrorPath: String? = nil
  ) {
    self.program = program
    self.arguments = arguments
    self.environment = environment
    self.workingDirectory = workingDirectory
    self.inheritedDescriptors = inheritedDescriptors
    self.standardErrorPath = standardErrorPath
  }

  /// The environment that a program needs in a terminal, the same on every machine.
  public static func plainEnvironment(terminal: String = "xterm-256color") -> [String: String] {
    #if canImport(Darwin)
    let locale = "en_US.UTF-8"
    #else
    let locale = "C.UTF-8"
    #endif
    return [
      "LANG": locale, "LC_ALL": locale, "PATH": "/usr/bin:/bin:/usr/sbin:/sbin",
      "TERM": terminal,
    ]
  }
}
