import ArgumentParser

/// The options of a screen's look.
struct LookOptions: ParsableArguments {
  @Option(help: "Colours: auto, always or never; auto follows NO_COLOR and FORCE_COLOR.")
  var color: ColorChoice = .auto

  @Flag(help: "Show ASCII only.")
  var ascii = false

  @Option(
    help: ArgumentHelp(
      "The theme: \(Look.themes), or a file. Without it theme.yaml of the folder dnp in "
        + "$XDG_CONFIG_HOME, else one for the terminal's background.", valueName: "name|file"),
    completion: .list(Look.themeNames))
  var theme: String?

  /// The look that the options describe.
  var look: Look { Look(color: color, isASCII: ascii, theme: theme) }
}
