import ArgumentParser

/// What scenario files get from outside: variables, and files of other folders.
struct InclusionOptions: ParsableArguments {
  @Option(name: .customShort("e"), help: "Set a variable: -e NAME=VALUE. Repeatable.")
  var variables: [String] = []

  @Option(
    help: ArgumentHelp(
      "Let scenarios include files of this folder, outside of their own. Repeatable.",
      valueName: "dir"), completion: .directory)
  var allowInclude: [String] = []

  func validate() throws {
    try ScenarioLoader.validate(variables)
  }
}
