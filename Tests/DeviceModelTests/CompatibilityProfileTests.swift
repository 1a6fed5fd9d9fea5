import DailyNotification
import Testing

@testable import DeviceModel

@Suite("A compatibility profile")
struct CompatibilityProfileTests {
  @Test("sets knobs that exist to values that they have", arguments: CompatibilityProfile.allCases)
  func settings(profile: CompatibilityProfile) throws {
    for setting in profile.settings {
      let row = try #require(Knobs.table.first { $0.name == setting.knob })
      #expect(row.values.contains(setting.value), "\(setting.knob)")
      #expect(row.platforms == DevicePlatform.allCases)
      #expect(!setting.source.isEmpty)
    }
    #expect(Set(profile.settings.map(\.knob)).count == profile.settings.count)
  }

  @Test("sets every choice of the plugin, and nothing else")
  func choices() {
    let names = Knobs.table.map(\.name)
    let first = names.firstIndex(of: "ttlDefault") ?? 0
    #expect(CompatibilityProfile.upstream.settings.map(\.knob) == Array(names[first...]))
    var knobs = CompatibilityProfile.upstream.applied(to: Knobs())
    knobs.plugin = PluginChoices()
    #expect(knobs == Knobs())
  }

  @Test("is known by its knobs, whatever the others are")
  func known() throws {
    #expect(CompatibilityProfile(of: Knobs()) == nil)
    #expect(Knobs().pluginTitle == nil)
    for profile in CompatibilityProfile.allCases {
      var knobs = profile.applied(to: Knobs())
      try knobs.set("taskLateness", to: "never")
      #expect(CompatibilityProfile(of: knobs) == profile)
      #expect(knobs.pluginTitle == "profile \(profile.rawValue)")
    }
    var mixed = Knobs()
    try mixed.set("dualMode", to: "chained")
    #expect(CompatibilityProfile(of: mixed) == nil)
    #expect(mixed.pluginTitle == "dualMode chained")
    #expect(mixed.pluginMark == "other plugin")
  }

  @Test("is named in a run's first record by its knobs, and none without it")
  func recorded() {
    let plain = Knobs().recordedSettings(on: .ios).map(\.name)
    let profile = CompatibilityProfile.upstream
    let knobs = profile.applied(to: Knobs()).recordedSettings(on: .ios).map(\.name)
    #expect(knobs.filter { !plain.contains($0) } == profile.settings.map(\.knob))
    #expect(!plain.contains("ttlDefault"))
  }
}
