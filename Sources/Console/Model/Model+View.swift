public import CellGrid
import CivilTime
import DeviceModel
import Invariants
import Scenarios

extension Model {
  /// The screen as it is now.
  public func view() -> CellGrid {
    var painter = Painter(size: size, theme: appearance.effectiveTheme)
    if layout.isTooSmall {
      painter.paintTooSmall()
    } else {
      paintScreen(&painter)
    }
    if appearance.isASCII { painter.grid.replaceNonASCII(ASCIIGlyphs.replacement) }
    return painter.grid
  }

  private func paintScreen(_ painter: inout Painter) {
    let layout = layout
    let facts = facts
    HeaderView(facts: facts, pace: time.pace, mark: isInPast ? "PAST" : keeping.mark).paint(
      &painter, in: layout.header)
    let message = notice?.rows(width: layout.footer.columns) ?? []
    paintPanes(&painter, layout, facts, covered: message.count)
    if let shownDialog { paint(shownDialog, &painter, layout) }
    paintFront(&painter, layout, footer, message)
  }

  /// In front of everything; beside a walkthrough in front of the buttons, so that the step and
  /// the log can be read.
  private func paint(_ shown: SystemDialog, _ painter: inout Painter, _ layout: Layout) {
    let view = DialogView(
      dialog: shown, isAllowMarked: dialog.isAllowMarked, hasKeyboard: isDialogAsking,
      bindings: bindings, platform: run.device.os.configuration.platform)
    if guide.run != nil, screen.hasPanes {
      view.paint(&painter, over: layout.controls)
    } else {
      view.paint(&painter, layout)
    }
  }

  private var progress: Progress? {
    let stop = bindings.text(of: .time(.cancelJump))
    if let replaying {
      return Progress(
        percent: replaying.replay.percent, words: "doing the session again · \(stop) stops")
    }
    if let search = time.search {
      return Progress(
        percent: search.percent, words: "looking for \(search.event.text) · \(stop) stops")
    }
    return time.jump.map { jump in
      Progress(
        percent: jump.percent(at: run.device.os.now),
        words: "\(jump.events) events · \(stop) stops here")
    }
  }

  private var footer: FooterView {
    FooterView(
      progress: progress,
      continuation: pendingKeys.isEmpty
        ? nil
        : ContinuationView(
          typed: pendingKeys, continuations: continuations,
          reasonAgainst: { reasonAgainst($0) }),
      notice: notice, hints: hints)
  }

  /// The rows with a hint that have a meaning here and can be done now, by their ranks.
  var hints: [Binding] {
    bindings.hints(in: mode) { reasonAgainst($0) == nil && leadsElsewhere($0) }
  }

  /// Whether an action leads to something that is not shown already.
  private func leadsElsewhere(_ action: Action) -> Bool {
    action != .screen(.showConsole) || !(screen.isConsole || guide.run != nil && screen.hasPanes)
  }
}
