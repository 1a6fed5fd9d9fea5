import Testing

@testable import DeviceModel

@Suite("permission for exact alarms")
struct ExactAlarmPermissionTests {
  private static let none = AndroidManifest(permissions: [], receivers: [])

  @Test(
    "is granted with the install up to 33 and denied from 34 on",
    arguments: [(28, true), (30, true), (31, true), (33, true), (34, false), (35, false)])
  func install(apiLevel: Int, isGranted: Bool) {
    let permission = ExactAlarmPermission(apiLevel: apiLevel, manifest: .standard)
    #expect(permission.isGranted == isGranted)
    #expect(permission.isSwitchable == (apiLevel >= 31))
  }

  @Test("follows its switch", arguments: [31, 33, 34, 35])
  func flip(apiLevel: Int) {
    var permission = ExactAlarmPermission(apiLevel: apiLevel, manifest: .standard)
    let isGranted = permission.isGranted
    #expect(permission.set(isGranted) == false)
    #expect(permission.set(!isGranted) && permission.isGranted == !isGranted)
    permission.reinstalled()
    #expect(permission.isGranted == isGranted)
  }

  @Test("does not exist where the manifest does not ask for it", arguments: [30, 31, 33, 34])
  func missing(apiLevel: Int) {
    var permission = ExactAlarmPermission(apiLevel: apiLevel, manifest: Self.none)
    #expect(permission.isGranted == (apiLevel < 31))
    _ = permission.set(true)
    #expect(permission.isGranted == (apiLevel < 31))
    #expect(!permission.isSwitchable)
  }

  @Test(
    "keeps the app from rare buckets up to 33, and later where it was built for 33",
    arguments: [
      (30, 33, false), (31, 34, true), (33, 36, true), (34, 33, true), (34, 34, false),
      (36, 33, true), (36, 36, false),
    ])
  func floor(apiLevel: Int, targetSdk: Int, isRaised: Bool) {
    var permission = ExactAlarmPermission(
      apiLevel: apiLevel, targetSdk: targetSdk, manifest: .standard)
    _ = permission.set(true)
    #expect(permission.raisesBucket == isRaised)
    _ = permission.set(false)
    #expect(!permission.raisesBucket)
  }

  @Test("cannot be taken away where the app may use exact alarms by install", arguments: [32, 33])
  func use(apiLevel: Int) {
    let manifest = AndroidManifest(
      permissions: ["android.permission.USE_EXACT_ALARM"], receivers: [])
    var permission = ExactAlarmPermission(apiLevel: apiLevel, manifest: manifest)
    _ = permission.set(false)
    #expect(permission.isGranted == (apiLevel >= 33))
    #expect(!permission.isSwitchable)
  }
}
