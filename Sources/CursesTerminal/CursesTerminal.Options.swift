extension CursesTerminal {
  /// How a terminal is opened.
  public struct Options: Hashable, Sendable {
    /// The terminal's type, from TERM.
    public var termName: String
    /// Whether colours are used where the terminal has at least 8.
    public var isColorAllowed: Bool
    /// Whether the terminal is sent ASCII only, whatever the locale says.
    public var isASCIIForced: Bool
    /// Where keys are read from.
    public var inputDescriptor: Int32
    /// Where the screen is.
    public var outputDescriptor: Int32
    /// Whether descriptors that are not terminals are refused.
    ///
    /// Without it a screen of 24 × 80 opens on anything, such as the null device in a test.
    public var isTerminalRequired: Bool

    /// Makes options; the descriptors are standard input and standard output.
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
