import Scenarios
import Testing

@Suite("Tag expression")
struct TagExpressionTests {
  private static let tags = ["p1-core", "dst", "sim.dev"]

  @Test(
    "selects",
    arguments: [
      ("p1-core", true), ("P1-CORE", true), ("slow", false), ("not slow", true),
      ("p1-core and dst", true), ("p1-core and slow", false), ("slow or dst", true),
      // `and` binds closer than `or`, and `not` closer than `and`.
      ("dst or slow and slow", true), ("(dst or slow) and slow", false),
      ("not slow and dst", true), ("not (slow or dst)", false), ("not not dst", true),
      ("sim.dev AND NOT slow", true), ("((dst))", true),
    ])
  func selects(text: String, isMeant: Bool) throws {
    #expect(try TagExpression(text).matches(TagExpressionTests.tags) == isMeant)
  }

  @Test(
    "names what is wrong and where",
    arguments: [
      ("", 1, "a tag is missing"), ("and", 1, "a tag is missing"), ("a and", 6, "a tag is missing"),
      ("a b", 3, "'and' or 'or' is missing"), ("(a", 3, "')' is missing"),
      ("a)", 2, "'and' or 'or' is missing"), ("a & b", 3, "'and' or 'or' is missing"),
      (String(repeating: "(", count: 101), 101, "too deep"),
    ])
  func wrong(text: String, column: Int, message: String) {
    let problem = #expect(throws: TagExpression.Problem.self) { try TagExpression(text) }
    #expect(problem?.column == column)
    #expect(problem?.message == message)
  }
}
