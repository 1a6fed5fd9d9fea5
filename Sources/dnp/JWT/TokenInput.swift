import ArgumentParser
import Tokens

/// Where a token is read from: a file or standard input, never an argument that `ps` would show.
struct TokenInput: ParsableArguments {
  @Argument(help: "The file with the token, or - for stdin.", completion: .file())
  var path = "-"

  func validate() throws {
    if path.hasPrefix("eyJ") {
      throw ValidationError(
        "a token as an argument is visible to every user of this machine; pipe it in, or name a "
          + "file with it")
    }
  }

  /// The token's text, without blanks around it and without `Bearer`.
  func text() throws(CommandFailure) -> String {
    let file = try InputFile.one(path, bytesMax: 2 * JSONWebToken.bytesMax)
    let text = String(decoding: file.trimmedBytes, as: UTF8.self)
    guard !text.isEmpty else {
      throw CommandFailure(.badFile, "\(file.path): there is no token; write one line with it")
    }
    return text.hasPrefix("Bearer ") ? String(text.dropFirst(7)) : text
  }

  /// The token as it is read; throws what is wrong with its form.
  func token() throws(CommandFailure) -> JSONWebToken {
    let text = try text()
    do throws(TokenProblem) {
      return try JSONWebToken(text)
    } catch {
      throw CommandFailure(.badFile, "\(path): \(error)")
    }
  }
}
