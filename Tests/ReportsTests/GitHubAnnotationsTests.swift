import Reports
import Scenarios
import Testing

@Suite("GitHub annotations")
struct GitHubAnnotationsTests {
  @Test("name file and line of scenarios that did not pass")
  func lines() throws {
    let text = GitHubAnnotations.text(try SampleResults.all())
    #expect(
      text == """
        ::error file=scenarios/first/a.yaml,line=6,col=14,title=fails%3A failed::step 2 \
        'expect pending'%0A6 |   - expect: {pending: 1}%0A  |              ^%0A\
        expected 1 pending, found 0: []%0Aat 2025-11-15T05:42:30Z, 0ms into the run
        ::error file=shared/open.yaml,line=5,col=14,title=breaks off%3A aborted::step 1 \
        'expect tasks'%0A5 |   - expect: {tasks: 1}%0A  |              ^%0A\
        expected 1 tasks, found 0: []%0Aat 2025-11-15T05:42:30Z, 0ms into the run

        """)
  }

  @Test("escape what would end a property, a command or a line")
  func oddTexts() throws {
    let text = GitHubAnnotations.text([try SampleResults.oddOne()])
    #expect(text.count { $0.isNewline } == 1)
    let line = text.dropLast()
    let parts = line.dropFirst("::error ".count).split(separator: "::", maxSplits: 1)
    #expect(parts[0].split(separator: ",").count == 4)
    #expect(parts[0].contains("%25 a%0Ab%0D%0Ac%2Cd%3Ae"))
    #expect(parts[1].contains("%25 a%0Ab%0D%0Ac,d:e"))
  }

  @Test("are ten at most, and have no file for a scenario from a pipe")
  func bounds() throws {
    var result = try SampleResults.failed()
    result.path = "<stdin>"
    let text = GitHubAnnotations.text((0..<50).map { _ in result })
    #expect(text.split(separator: "\n").count == 10)
    #expect(text.hasPrefix("::error title=fails%3A failed::"))
  }
}
