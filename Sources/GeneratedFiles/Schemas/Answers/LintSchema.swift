/// What `dnp lint` writes as JSON.
enum LintSchema {
  static let file = SchemaFile(
    "lint", "Findings in scenario files",
    "What `dnp lint --format json` prints.",
    .object([
      "files": .count.about("How many files were checked."),
      "findings": .list(
        .object([
          "path": .filled.about("The file, as it was named; <stdin> for standard input."),
          "line": .integer(from: 1).about("From 1."),
          "column": .integer(from: 1).about("From 1, in Unicode scalars."),
          "severity": .words(["error", "warning"]).about("How bad it is."),
          "message": .filled.about("What is wrong."),
          "remedy": .filled.about("What to do about it."),
        ])
      ).about("In the order of the files, and in each of the places."),
    ]))
}
