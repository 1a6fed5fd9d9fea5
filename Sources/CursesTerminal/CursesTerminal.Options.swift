extension CursesTerminal {
  /// Options for opening a terminal.
  public struct Options: Hashable, Sendable {
    /// The terminal's type, from TERM.
    public var termName: String
    /// Whether colours are used if the terminal has at least 8.
    public var isColorAllowed: Bool
    /// Whether only ASCII is sent to the terminal, whatever the locale.
    public var isASCIIForced: Bool
    /// The descriptor from which keys are read.
    public var inputDescriptor: Int32
    /// The descriptor of the screen.
    public var outputDescriptor: Int32
    /// Whether descriptors that are not terminals are refused.
    ///
    /// If false, a screen of 24 × 80 opens on any descriptor, such as the null device in a test.
    public var isTerminalRequired: Bool

    /// Creates options; by default the descriptors are standard input and standard output.
    public init(
      termName: String, isColorAllowed: Bool = true, isASCIIForced: Bool = false,
      inputDescriptor: Int32 = 0, outputDescriptor: Int32 = 1, isTerminalRequired: Bool = true
    ) {
      self.termName = termName
      self.isColorAllowed = isColorAllowed
      self.isASCIIForced = isASCIIForced
      self.inputDescriptor = inputDescriptor
      self.outputDescriptor = outputDescriptor
      self.isTerminalRequired = isTerminalRequired
    }
  }
}
