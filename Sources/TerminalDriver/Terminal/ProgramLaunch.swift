/// A program to start, and everything it is given: nothing else is inherited.
public struct ProgramLaunch: Sendable {
  /// The program's absolute path.
  public var program: String
  /// What follows its name.
  public var arguments: [String]
  /// All of its environment.
  public var environment: [String: String]
  /// Where it starts; nil for the working directory of this process.
  public var workingDirectory: String?
  /// Descriptors that it inherits: its number, from 3 on, and the descriptor of this process.
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

  /// What a program needs in a terminal, the same on every machine.
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
