import Foundation

/// The settings of a terminal (`termios`) as a value, to see whether a program restores them.
public struct TerminalSettings: Hashable, Sendable {
  /// How input is changed.
  public let inputFlags: UInt
  /// How output is changed.
  public let outputFlags: UInt
  /// How characters are sent.
  public let controlFlags: UInt
  /// Echo, line editing, signals.
  public let localFlags: UInt
  /// The special characters, `VMIN` and `VTIME`.
  public let controlCharacters: [UInt8]

  init(_ settings: termios) {
    inputFlags = UInt(settings.c_iflag)
    outputFlags = UInt(settings.c_oflag)
    controlFlags = UInt(settings.c_cflag)
    localFlags = UInt(settings.c_lflag)
    controlCharacters = withUnsafeBytes(of: settings.c_cc) { Array($0) }
  }

  /// Whether typed characters are shown by the terminal itself.
  public var isEchoOn: Bool { localFlags & UInt(ECHO) != 0 }

  /// Whether input is passed on line by line.
  public var isLineInput: Bool { localFlags & UInt(ICANON) != 0 }

  /// Whether Ctrl-C and the like send signals.
  public var areSignalKeysOn: Bool { localFlags & UInt(ISIG) != 0 }
}
