import Foundation

/// The settings of a terminal (`termios`) as a value, to check whether a program restores them.
public struct TerminalSettings: Hashable, Sendable {
  /// Input processing.
  public let inputFlags: UInt
  /// Output processing.
  public let outputFlags: UInt
  /// Transmission of characters.
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

  /// Whether the terminal echoes typed characters.
  public var isEchoOn: Bool { localFlags & UInt(ECHO) != 0 }

  /// Whether input is passed on line by line.
  public var isLineInput: Bool { localFlags & UInt(ICANON) != 0 }

  /// Whether Ctrl-C and the like send signals.
  public var areSignalKeysOn: Bool { localFlags & UInt(ISIG) != 0 }
}
