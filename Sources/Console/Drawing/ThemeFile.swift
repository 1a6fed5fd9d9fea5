import CellGrid
import LocatedYAML
import PlainText

/// A theme as a person writes it: the theme it begins with, and the look of roles.
///
/// ```yaml
/// base: light
/// roles:
///   error: brightRed on black bold
///   key: blue underline
/// ```
///
/// What is wrong is named and left out; the rest counts.
public enum ThemeFile {
  /// The largest file that is read, in bytes.
  public static let bytesMax = 65_536

  private static let rules = YAMLRules(
    noun: "a theme", bytesMax: bytesMax, aliasesMax: 0, nodesMax: 1_000, depthMax: 4,
    splitRemedy: "a theme needs a line for each role", emptyRemedy: "write 'base: default'")

  /// The theme of a file, and what is wrong with it, each with its line.
  public static func read(_ bytes: [UInt8], path: String) -> (theme: Theme, problems: [String]) {
    var problems: [String] = []
    var theme = Theme.standard.derived(named: path)
    do {
      let entries = try YAMLReader.read(bytes, rules).mapping("the theme")
      for entry in entries where entry.key == "base" {
        let name = try entry.value.text("'base'")
        guard let base = Theme(named: name) else {
          let known = Theme.all.map(\.name).joined(separator: ", ")
          problems.append("\(path):\(entry.place.line): no theme is called '\(name)'; use \(known)")
          continue
        }
        theme = base.derived(named: path)
      }
      for entry in entries where entry.key != "base" {
        guard entry.key == "roles" else {
          problems.append(
            "\(path):\(entry.place.line): '\(entry.key)' is no part of a theme; use base or roles")
          continue
        }
        for role in try entry.value.mapping("'roles'") {
          do {
            try setStyle(role, of: &theme)
          } catch {
            problems.append("\(path):\(role.place.line): \(error.description)")
          }
        }
      }
    } catch {
      problems.append("\(path):\(error.place.line): \(error.message); \(error.remedy)")
    }
    return (theme, problems)
  }

  /// Why a line of a theme does not count.
  private struct BadLine: Error {
    let description: String
  }

  private static func setStyle(
    _ entry: YAMLNode.Entry, of theme: inout Theme
  ) throws(BadLine) {
    guard let role = Role(rawValue: entry.key) else {
      let near = Suggestion.nearest(to: entry.key, in: Role.allCases.map(\.rawValue))
      throw BadLine(
        description: "there is no role '\(entry.key)'"
          + (near.map { "; did you mean '\($0)'?" } ?? ""))
    }
    guard let text = try? entry.value.text("the look of a role") else {
      throw BadLine(description: "the look of '\(entry.key)' is a text such as 'red on white bold'")
    }
    let style = try style(text)
    let ratio = Contrast.ratio(style, isLight: theme.isLight)
    guard ratio >= Contrast.least(role) else {
      throw BadLine(
        description: "'\(text)' has a contrast of \(tenths(ratio)), and "
          + "'\(entry.key)' needs \(tenths(Contrast.least(role)))")
    }
    theme.setStyle(style, of: role)
  }

  private static func tenths(_ number: Double) -> String {
    let tenths = Int(number * 10)
    return "\(tenths / 10).\(tenths % 10)"
  }

  /// A look in words: a colour, `on` and another one, emphasis; each may be left out.
  private static func style(_ text: String) throws(BadLine) -> CellStyle {
    var style = CellStyle.plain
    var isBackground = false
    for word in text.split(separator: " ").map(String.init) {
      if word == "on" {
        isBackground = true
      } else if let color = CellColor(name: word) {
        if isBackground { style.background = color } else { style.foreground = color }
        isBackground = false
      } else if let attribute = CellAttributes(name: word) {
        style.attributes.insert(attribute)
      } else {
        throw BadLine(
          description: "'\(word)' is neither a colour nor emphasis; colours are "
            + CellColor.allCases.map(\.name).joined(separator: ", ")
            + ", emphasis is bold, dim, underline, reverse")
      }
    }
    return style
  }
}

extension CellColor {
  /// Its name in theme files.
  fileprivate var name: String { String(describing: self) }

  fileprivate init?(name: String) {
    guard let color = CellColor.allCases.first(where: { $0.name == name }) else { return nil }
    self = color
  }
}

extension CellAttributes {
  fileprivate init?(name: String) {
    switch name {
    case "bold": self = .bold
    case "dim": self = .dim
    case "underline": self = .underline
    case "reverse": self = .reverse
    default: return nil
    }
  }
}
