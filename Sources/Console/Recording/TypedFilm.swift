import CellGrid

/// A film that has no secret that was typed.
///
/// What a line may become is known at its end only. So the frames with an open line are made
/// twice, as they are and with asterisks in place of the text, and one of both is kept.
public struct TypedFilm: Sendable {
  private var cast: Cast
  /// The frames since a line was opened; nil while none is.
  private var pending: Pending?
  private let epochSeconds: Int64?

  private struct Pending: Sendable {
    /// The film as it is; nil once it was too long to be held.
    var open: Take?
    var covered: Take
  }

  private struct Take: Sendable {
    var cast: Cast
    var lines = ""
  }

  /// How much of a film is held back, in bytes; of more, the covered one is kept.
  private static let bytesMax = 4 << 20

  /// Begins a film.
  ///
  /// - Parameter epochSeconds: When it is made; nil leaves that out.
  public init(title: String, epochSeconds: Int64?) {
    cast = Cast(title: title)
    self.epochSeconds = epochSeconds
  }

  /// Adds what the screen shows; returns the lines that can be written by now.
  public mutating func show(_ model: Model, at microseconds: Int64) -> String {
    guard model.typing != nil else {
      // A line that something else than a key has closed was not done.
      return (pending == nil ? "" : end(showing: false))
        + lines(&cast, model.filmedView(), model, microseconds)
    }
    var pending = pending ?? Pending(open: Take(cast: cast), covered: Take(cast: cast))
    if var open = pending.open {
      open.lines += lines(&open.cast, model.filmedView(), model, microseconds)
      pending.open = open.lines.utf8.count > TypedFilm.bytesMax ? nil : open
    }
    pending.covered.lines += lines(
      &pending.covered.cast, model.coveredView(), model, microseconds)
    var written = ""
    if pending.open == nil { swap(&written, &pending.covered.lines) }
    self.pending = pending
    return written
  }

  /// The line was closed; returns the frames with it.
  ///
  /// - Parameter isShown: Whether it held no secret.
  public mutating func end(showing isShown: Bool) -> String {
    guard let pending else { return "" }
    let take = isShown ? pending.open ?? pending.covered : pending.covered
    self.pending = nil
    cast = take.cast
    return take.lines
  }

  private func lines(
    _ cast: inout Cast, _ grid: CellGrid, _ model: Model, _ microseconds: Int64
  ) -> String {
    cast.lines(grid, act: model.filmedAct, at: microseconds, epochSeconds: epochSeconds)
  }
}
