import PlainText
import Testing

@Suite("Suggestions")
struct SuggestionTests {
  private let known = ["happy-path", "denied", "prefetch", "id"]

  @Test(
    "name the known word with the fewest edits",
    arguments: [
      ("hapy-path", "happy-path"), ("Denied", "denied"), ("dneied", "denied"),
      ("perfetch", "prefetch"), ("prefetches", "prefetch"), ("is", "id"),
    ])
  func near(word: String, suggestion: String) {
    #expect(Suggestion.nearest(to: word, in: known) == suggestion)
  }

  @Test("are not made for a word that is near no other", arguments: ["", "xyz", "of", "delivery"])
  func far(word: String) {
    #expect(Suggestion.nearest(to: word, in: known) == nil)
  }

  @Test("are not made for a word of more than 64 characters, or without known words")
  func limits() {
    let long = String(repeating: "a", count: 65)
    #expect(Suggestion.nearest(to: long, in: [long]) == nil)
    #expect(Suggestion.nearest(to: "word", in: []) == nil)
  }

  @Test("take the first of several equally near words")
  func ties() {
    #expect(Suggestion.nearest(to: "cat", in: ["car", "can"]) == "car")
  }
}
