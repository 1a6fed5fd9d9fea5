import CellGrid
import Testing

@testable import Console

@Suite("Themes")
struct ThemeTests {
  /// The roles that are easier to read elsewhere than the least contrast demands.
  private static func tooFaint(_ theme: Theme) -> [String] {
    Role.allCases.compactMap { role in
      let ratio = Contrast.ratio(theme.style(role), isLight: theme.isLight)
      return ratio < Contrast.least(role) ? "\(role.rawValue) \(ratio)" : nil
    }
  }

  @Test("every role has enough contrast in every theme", arguments: Theme.all)
  func contrast(theme: Theme) {
    #expect(Self.tooFaint(theme) == [], "\(theme.name)")
  }

  @Test("the check finds a look that is too faint")
  func planted() {
    var theme = Theme.standard.derived(named: "faint")
    theme.setStyle(CellStyle(.blue), of: .error)
    #expect(Self.tooFaint(theme).count == 1)
  }

  @Test("contrasts are those of the definition")
  func values() {
    let black = CellStyle(.black, on: .brightWhite)
    #expect(abs(Contrast.ratio(black, isLight: false) - 21) < 0.001)
    // 0.2126 × 1 + 0.05 to 0.05.
    #expect(abs(Contrast.ratio(CellStyle(.brightRed), isLight: false) - 5.252) < 0.001)
    // Gray of 127: ((127/255 + 0.055) / 1.055)^2.4 = 0.21223.
    #expect(abs(Contrast.ratio(CellStyle(.gray), isLight: false) - 5.245) < 0.005)
    #expect(Contrast.ratio(.plain, isLight: true) == Contrast.ratio(.plain, isLight: false))
  }

  @Test("each category of the log looks different", arguments: Theme.all.filter { $0 != .mono })
  func categories(theme: Theme) {
    let styles = LogTopic.allCases.filter { $0 != .system && $0 != .shown }
      .map { theme.style($0.role) }
    #expect(Set(styles).count == styles.count)
  }

  @Test(
    "states are told from keys, titles and categories", arguments: Theme.all.filter { $0 != .mono })
  func states(theme: Theme) {
    let states: [Role] = [.ok, .pending, .error, .warning]
    let others: [Role] = [.key, .title, .message, .text] + LogTopic.allCases.map(\.role)
    for state in states {
      for other in others { #expect(theme.style(state) != theme.style(other), "\(state) \(other)") }
    }
  }

  @Test("a file changes roles of a theme; bad lines are named and left out")
  func file() {
    let text = """
      base: light
      roles:
        error: red on white bold
        key: black underline
        eror: red
        ok: purple
        pending: yellow
      colour: blue
      """
    let (theme, problems) = ThemeFile.read(Array(text.utf8), path: "mine.yaml")
    #expect(theme.name == "mine.yaml")
    #expect(theme.isLight)
    #expect(theme.style(.error) == CellStyle(.red, on: .white, .bold))
    #expect(theme.style(.key) == CellStyle(.black, on: .standard, .underline))
    #expect(theme.style(.ok) == Theme.light.style(.ok))
    #expect(theme.style(.pending) == Theme.light.style(.pending))
    #expect(problems.count == 4)
    for (problem, words) in zip(
      problems,
      [
        "mine.yaml:5: there is no role 'eror'; did you mean 'error'?", "mine.yaml:6: 'purple'",
        "mine.yaml:7: 'yellow' has a contrast of 1.", "mine.yaml:8: 'colour'",
      ])
    {
      #expect(problem.hasPrefix(words), "\(problem)")
    }
  }

  @Test("what is no theme is named, and the default stays")
  func noFile() {
    for text in ["", "- a", "roles: [", "base: dark", "\u{0}"] {
      let (theme, problems) = ThemeFile.read(Array(text.utf8), path: "t")
      #expect(problems.count == 1, "\(text)")
      #expect(theme.style(.error) == Theme.standard.style(.error))
    }
  }
}
