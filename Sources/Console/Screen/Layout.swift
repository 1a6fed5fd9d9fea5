import CellGrid
import Scenarios

/// Where the pieces of the screen are, at one size.
struct Layout: Hashable {
  /// The smallest size that is worth drawing.
  static let sizeMin = CellSize(rows: 16, columns: 60)
  /// From here on the phone has a column of its own.
  static let wideColumns = 110

  /// From here on the buttons stand in two columns, and what comes next has a column of its own.
  static let widestColumns = 160

  /// Whether only a card is shown.
  let isTooSmall: Bool
  let header: CellRect
  /// Empty where one list has the whole screen, as are `status`, `phone`, `why` and `stages`.
  let controls: CellRect
  let status: CellRect
  /// To the right of the buttons, or of what is shown in their place.
  let about: CellRect
  /// Empty where the screen is narrow.
  let phone: CellRect
  /// What comes next, and why; empty unless the screen is very wide.
  let why: CellRect
  let stages: CellRect
  /// A row, or an axis with three or five; empty where there is no room.
  let timeline: CellRect
  /// The title of the log, or of the list that has the whole screen.
  let logTitle: CellRect
  let log: CellRect
  let footer: CellRect
  /// Where windows are put.
  let windows: CellRect

  init(size: CellSize, screen: Screen) {
    isTooSmall = size.rows < Layout.sizeMin.rows || size.columns < Layout.sizeMin.columns
    let whole = CellRect(row: 0, column: 0, rows: size.rows, columns: size.columns)
    var rest: CellRect
    (header, rest) = whole.split(top: 1)
    (rest, footer) = rest.split(bottom: 1)
    windows = rest
    let isWide = size.columns >= Layout.wideColumns
    let isWidest = size.columns >= Layout.widestColumns
    let main = screen.hasPanes ? Layout.mainRows(size.rows - 4, isWide: isWide) : 0
    let top: CellRect
    (top, rest) = rest.split(top: main)
    (stages, rest) = rest.split(top: screen.hasPanes ? 1 : 0)
    (timeline, rest) = rest.split(top: screen.hasPanes ? Layout.timelineRows(size.rows) : 0)
    (logTitle, log) = rest.split(top: 1)
    var columns: CellRect
    (controls, columns) = top.split(
      left: isWidest
        ? 2 * Layout.controlColumns
        : size.columns < 70 ? Layout.narrowControlColumns : Layout.controlColumns)
    // One column between the panes is for the line.
    about = columns.split(left: 1).rest
    columns = about
    (status, columns) = columns.split(
      left: isWide ? Layout.share(of: columns.columns, isWidest) : columns.columns)
    columns = columns.split(left: 1).rest
    (phone, columns) = columns.split(left: isWidest ? Layout.phoneColumns : columns.columns)
    why = columns.split(left: 1).rest
  }

  /// How many columns the status gets of those to the right of the buttons.
  private static func share(of columns: Int, _ isWidest: Bool) -> Int {
    isWidest ? (columns - phoneColumns) / 2 : max(48, columns * 55 / 100)
  }

  /// What the phone needs where something stands beside it.
  private static let phoneColumns = 38

  /// The marker, the keys, a blank and the longest label.
  private static let controlColumns =
    5 + (ControlTable.rows.map { $0.label.count }.max() ?? 0)

  /// Where there is little room a long label is cut.
  private static let narrowControlColumns = 27

  /// In how many columns the buttons stand, and how many there are in each.
  var controlsShape: ControlsShape {
    ControlsShape(
      rows: controls.rows, columns: controls.columns >= 2 * Layout.controlColumns ? 2 : 1)
  }

  /// How many rows the panes above the log get of the rows that both share.
  ///
  /// Where they stand side by side, half of them is enough, and the log gets the rest.
  private static func mainRows(_ rows: Int, isWide: Bool) -> Int {
    let wanted = ControlTable.rows.count + Control.Group.allCases.count
    let narrow = min(wanted, rows * 6 / 10)
    return max(7, isWide ? max(min(12, narrow), min(wanted / 2, rows / 2)) : narrow)
  }

  /// How many rows the timeline of the first screen gets, its axis included.
  private static func timelineRows(_ rows: Int) -> Int {
    rows < 22 ? 0 : rows < 40 ? 1 : rows < 50 ? 4 : 6
  }

  /// The window of a page of text.
  func window(of page: Page) -> CellRect {
    let width = min(max(page.columns + 4, 40), windows.columns - 4)
    var page = page
    page.wrap(width: width - 4)
    return windows.centered(CellSize(rows: page.rows.count + 2, columns: width))
  }

  /// The window of the list of keys.
  func window(of help: HelpList) -> CellRect {
    windows.centered(CellSize(rows: windows.rows, columns: 72))
  }

  /// How many entries the window of the list of keys shows: its frame and its filter take the rest.
  func listRows(of help: HelpList) -> Int { window(of: help).rows - 4 }
}
