import Testing

@testable import dnp

@Suite("The path of a file that was written")
struct ShownPathTests {
  @Test(
    "is whole, and begins with a tilde in the person's home",
    arguments: [
      ("a.json", "/work/x", "/home/qa", "/work/x/a.json"),
      ("a.json", "/home/qa", "/home/qa", "~/a.json"),
      ("a.json", "/home/qa/b", "/home/qa/", "~/b/a.json"),
      ("../a.json", "/home/qa/b", "/home/qa", "~/a.json"),
      ("/tmp/a b.json", "/home/qa", "/home/qa", "/tmp/a b.json"),
      ("a.json", "/home/qa2", "/home/qa", "/home/qa2/a.json"),
      ("a.json", "/b", nil, "/b/a.json"), ("a.json", "/b", "", "/b/a.json"),
      ("a.json", "/b", "/", "/b/a.json"), ("a.json", "/b", "b", "/b/a.json"),
    ] as [(String, String, String?, String)])
  func text(path: String, folder: String, home: String?, shown: String) {
    #expect(ShownPath.text(path, folder: folder, home: home) == shown)
  }
}
