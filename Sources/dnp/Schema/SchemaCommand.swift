import ArgumentParser
import JSONText
import PlainText
import ShippedSchemas

/// `dnp schema`: the JSON schemas of what the program reads and prints.
struct SchemaCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Print a JSON schema of what dnp reads or prints; without a name, list them.",
    discussion: """
      JSON Schema 2020-12. What is printed refers to no other file and to no network, so that it \
      can be kept beside your own files.
      \(ExitCode.help("0", [.validationFailure]))

      Examples:
        dnp schema
        dnp schema scenario > scenario.schema.json
        dnp schema run-summary
      """)

  @Argument(
    help: "The schema: a name of the list, such as scenario or plugin/configure.",
    completion: .list(ShippedSchema.names))
  var name: String?

  func perform() throws(CommandFailure) -> ExitCode {
    guard let name else {
      try StandardStreams.print(try text { () throws(JSONParseError) in try Self.list() })
      return .success
    }
    guard let schema = ShippedSchema(name) else {
      let near = Suggestion.nearest(to: name, in: ShippedSchema.names)
      throw CommandFailure(
        .validationFailure,
        "there is no schema '\(SafeText.terminalLine(name.shortened()))'; "
          + (near.map { "did you mean '\($0)'?" } ?? "`dnp schema` lists them"))
    }
    try StandardStreams.print(try text(schema.text))
    return .success
  }

  /// A line for each schema: its name and its title.
  private static func list() throws(JSONParseError) -> String {
    var table = TextTable([.left, .left])
    for name in ShippedSchema.names {
      table.append([name, try ShippedSchema(name)?.title() ?? ""])
    }
    return table.lines.map { $0 + "\n" }.joined()
  }

  private func text(
    _ make: () throws(JSONParseError) -> String
  ) throws(CommandFailure) -> String {
    do throws(JSONParseError) {
      return try make()
    } catch {
      throw CommandFailure(.internal, "a schema of this build is damaged: \(error)")
    }
  }
}
