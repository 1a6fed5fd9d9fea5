import JSONText
import LocatedYAML
import Testing

@Suite("YAML with places")
struct YAMLReaderTests {
  private static func rules(aliasesMax: Int) -> YAMLRules {
    YAMLRules(
      noun: "a list", bytesMax: 1_000, aliasesMax: aliasesMax, nodesMax: 20, depthMax: 4,
      splitRemedy: "split it", emptyRemedy: "write something")
  }

  private func read(_ yaml: String, aliasesMax: Int = 2) throws(YAMLProblem) -> YAMLNode {
    try YAMLReader.read(Array(yaml.utf8), YAMLReaderTests.rules(aliasesMax: aliasesMax))
  }

  @Test(
    "scalars are read without surprises",
    arguments: [
      ("on", JSONValue.string("on")), ("05:53", "05:53"), ("17.0", .number(17)), ("7", 7),
      ("'7'", "7"), ("~", .null), ("TRUE", true), ("yes", "yes"), ("0x10", "0x10"), ("1e3", 1_000),
      (".", "."), ("!!str 7", "7"), ("", .null),
    ])
  func scalars(yaml: String, value: JSONValue) throws {
    #expect(try read("a: \(yaml)")["a"]?.json == value)
  }

  @Test("values and keys have places, counted in Unicode scalars")
  func places() throws {
    let node = try read("é: 1\nlist:\n  - {ü: x}\n")
    #expect(node["list"]?.place == SourcePlace(line: 3, column: 3))
    let entry = try node.list(at: "list")[0].mapping("an item")[0]
    #expect(entry.place == SourcePlace(line: 3, column: 6))
    #expect(entry.value.place == SourcePlace(line: 3, column: 9))
  }

  @Test(
    "errors have a place and a remedy",
    arguments: [
      ("a: 1\na: 2", "1:1: the key 'a' stands more than once here; keep one of them"),
      ("", "1:1: the file is empty; write something"),
      ("a: [[[[[1]]]]]", "1:8: values lie more than 4 deep; write it flatter"),
      ("[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20]", "the file holds more than 20"),
      ("a:\n\t- b", "2:1: this is not valid YAML: a tab indents here; indent with spaces"),
      ("? [b]\n: c", "1:3: a key must be a text; write 'key: value'"),
      ("a: \0", "1:4: a NUL byte: this is a binary file; give a list in YAML, as UTF-8 text"),
      (String(repeating: "#", count: 1_001), "1:1: the file has more than 1000 bytes; split it"),
    ])
  func located(yaml: String, text: String) {
    let problem = #expect(throws: YAMLProblem.self) { try read(yaml) }
    let error = problem.map { LocatedError($0, path: "f") }
    #expect(error?.description.contains(text) == true, "\(error?.description ?? "")")
  }

  @Test("aliases of an anchor are counted wherever they are in the file")
  func aliases() throws {
    let two = "a: &x 1\nb: [*x, *x]"
    #expect(try read(two)["b"]?.json == [1, 1])
    let three = "a: &x 1\nb: [*x, *x, *x]"
    let problem = #expect(throws: YAMLProblem.self) { try read(three) }
    #expect(problem?.message == "the file has more than 2 aliases")
    #expect(problem?.place == SourcePlace(line: 2, column: 13))
    // A quote that opens nothing hides no alias.
    #expect(throws: YAMLProblem.self) { try read("a: &x 1\nb: [x:\" , *x, *x, *x]") }
    // Asterisks that are no aliases do not count: cron expressions, emphasis.
    #expect(try read("a: 0 9 * * *\nb: 'a *b* c *d* *e*'\nc: \"*/5 * * * *\"")["a"] != nil)
  }

  @Test("where aliases are not allowed, the first one is refused, with or without its anchor")
  func noAliases() {
    for yaml in ["a: &x 1\nb: *x", "a: 1\nb: *x"] {
      let problem = #expect(throws: YAMLProblem.self) { try read(yaml, aliasesMax: 0) }
      #expect(problem?.message == "aliases are not read here")
      #expect(problem?.place == SourcePlace(line: 2, column: 4))
    }
  }

  @Test("an unknown word gets the nearest known one and the list")
  func unknown() throws {
    let node = try read("tims: 1")
    let problem = #expect(throws: YAMLProblem.self) {
      try node.mapping("'repeat'", keys: ["times", "steps"])
    }
    #expect(problem?.message == "'repeat' takes no key 'tims'")
    #expect(problem?.remedy == "did you mean 'times'? one of: times, steps")
    let listed = YAMLProblem.unknown(
      "line", "zzzz", at: .start, known: ["a", "b"], listing: ["b"])
    #expect(listed.remedy == "use one of: b")
    #expect(YAMLProblem.unknown("line", "a", at: .start, known: []).remedy.contains("none"))
    let many = (1...500).map { "label \($0)" }
    let long = YAMLProblem.unknown("step labelled", "x", at: .start, known: many).remedy
    #expect(long.hasSuffix("label 79, label 80 and 420 more"))
  }

  @Test("a problem in another file keeps that file's name")
  func otherFile() {
    let problem = YAMLProblem(.start, "bad", "mend it")
    #expect(LocatedError(problem, path: "a").description == "a:1:1: bad; mend it")
    let other = problem.located(in: "b").adding(" (included by a)")
    #expect(LocatedError(other, path: "a").description == "b:1:1: bad (included by a); mend it")
    let longer = LocatedError(other, path: "a").adding(" and more")
    #expect(longer.description == "b:1:1: bad (included by a) and more; mend it")
  }

  @Test("a problem that is given a place and more words still suggests the near word")
  func suggestionKept() {
    let problem = YAMLProblem.unknown("step", "prss", at: .start, known: ["press", "call"])
    let error = LocatedError(problem.located(in: "b").adding(" here"), path: "a").adding(" (…)")
    #expect(
      error.description
        == "b:1:1: there is no step 'prss' here (…); did you mean 'press'? one of: press, call")
  }
}

extension YAMLNode {
  fileprivate func list(at key: String) throws -> [YAMLNode] {
    try #require(self[key]).list("'\(key)'")
  }
}
