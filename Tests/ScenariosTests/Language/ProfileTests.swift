import CivilTime
import DailyNotification
import DeviceModel
import Testing

@testable import Scenarios

@Suite("A scenario's profile")
struct ProfileTests {
  private static let steps = "steps: [runUntilIdle]"

  private func knobs(
    _ header: String, profile: CompatibilityProfile? = nil
  ) throws -> Knobs {
    let contents = LanguageRun(profile: profile).read("name: a\n\(header)\n\(Self.steps)")
    try #require(contents.errors.isEmpty, "\(contents.errors)")
    return contents.scenarios[0].configuration.knobs
  }

  @Test("sets its knobs, and the file's own knobs count more, wherever they stand")
  func header() throws {
    #expect(try CompatibilityProfile(of: knobs("profile: upstream")) == .upstream)
    let own = "knobs: {dualMode: replace, taskLateness: never}"
    for header in ["profile: upstream\n\(own)", "\(own)\nprofile: upstream"] {
      let knobs = try knobs(header)
      #expect(knobs.plugin.dualMode == .replace)
      #expect(knobs.plugin.leadDefault == .quarterHour)
      #expect(knobs.taskLateness == .never)
    }
  }

  @Test("gives way to the one that was chosen from outside")
  func outside() throws {
    #expect(
      try CompatibilityProfile(of: knobs("profile: upstream", profile: .upstreamCode))
        == .upstreamCode)
    #expect(
      try knobs("knobs: {leadDefault: 15m}", profile: .upstreamCode).plugin.leadDefault
        == .quarterHour)
    #expect(try knobs("seed: 2") == Knobs())
  }

  @Test("must be one that there is")
  func unknown() {
    let errors = LanguageRun().errors("name: a\nprofile: upsteam\n\(Self.steps)")
    #expect(errors.count == 1)
    #expect(errors.first?.contains("upstream") == true, "\(errors)")
  }

  @Test("changes the trace of a run, and a name for what the plugin does is all it is")
  func hash() throws {
    func hash(_ header: String) throws -> String {
      try LanguageRun().result("name: a\n\(header)\n\(Self.steps)").traceHash
    }
    let settings = CompatibilityProfile.upstream.settings
      .map { "\($0.knob): \($0.value)" }.joined(separator: ", ")
    #expect(try hash("profile: upstream") != hash("seed: 1"))
    #expect(try hash("profile: upstream") == hash("knobs: {\(settings)}"))
  }

  @Test("explains a chained notification whose fetch never ran")
  func chained() throws {
    let config =
      "{contentFetch: {enabled: true, schedule: '40 6 * * *'}, userNotification: {enabled: true, "
      + "schedule: '0 7 * * *', title: News, body: B}, relationship: {contentTimeout: 3600000, "
      + "fallbackBehavior: show_default}}"
    let trace = try DayExplanationTests.trace(
      [
        "press: Request Permissions", "answer: allow",
        "call: {configureNativeFetcher: {apiBaseUrl: 'https://api.test.example', "
          + "activeDid: 'did:ethr:0x1'}}",
        "call: {scheduleDualNotification: {config: \(config)}}", "device: background",
        "advance: 3h", "device: foreground",
      ], header: "profile: upstream\nknobs: {taskLateness: never, deliveryDrift: none}\n")
    let explanation = try DayExplanation(trace, day: try DayExplanationTests.day())
    let story = try #require(explanation.stories.first)
    #expect(story.id == "dual_daily_notification")
    #expect(story.verdict == .missing)
    #expect(
      story.reasons.first == "no request was ever made for it: it is armed only after its fetch")
    #expect(story.reasons.count > 1, "\(story.reasons)")
  }
}
