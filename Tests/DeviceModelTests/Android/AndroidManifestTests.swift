import DailyNotification
import Testing

@testable import DeviceModel

@Suite("Android manifest")
struct AndroidManifestTests {
  @Test("of the test app has what the plugin needs")
  func standard() {
    let manifest = AndroidManifest.standard
    #expect(manifest.has(.receiveBootCompleted) && manifest.has(.scheduleExactAlarm))
    #expect(manifest.has(.postNotifications) && !manifest.has(.useExactAlarm))
    #expect(manifest.receivers.map(\.isDirectBootAware) == [false, true])
    for broadcast in Broadcast.allCases {
      #expect(manifest.receives(broadcast, isUnlocked: true))
      #expect(manifest.receives(broadcast, isUnlocked: false))
    }
    #expect(manifest.receivesAlarms(isUnlocked: true))
    #expect(!manifest.receivesAlarms(isUnlocked: false))
  }

  @Test("without an entry receives less")
  func missing() throws {
    let standard = AndroidManifest.standard
    let silent = try #require(standard.without("RECEIVE_BOOT_COMPLETED"))
    #expect(!silent.receives(.bootCompleted, isUnlocked: true))
    #expect(!silent.receives(.lockedBootCompleted, isUnlocked: true))
    #expect(silent.receives(.timeSet, isUnlocked: true))
    let deaf = try #require(standard.without("BootReceiver"))
    for broadcast in Broadcast.allCases { #expect(!deaf.receives(broadcast, isUnlocked: true)) }
    #expect(deaf.receivesAlarms(isUnlocked: true))
    let dumb = try #require(standard.without("DailyNotificationReceiver"))
    #expect(!dumb.receivesAlarms(isUnlocked: true))
    let unzoned = try #require(standard.without("TIMEZONE_CHANGED"))
    #expect(!unzoned.receives(.timezoneChanged, isUnlocked: true))
    #expect(standard.without("CAMERA") == nil)
  }

  @Test("skips comments, other elements and receivers that are switched off")
  func reading() throws {
    let manifest = try AndroidManifest(
      xml: """
        <?xml version="1.0"?><!DOCTYPE x>
        <manifest><!-- <uses-permission android:name="a.B"/> -->
        <uses-permission android:name='a.C' android:maxSdkVersion="33"/>
        <application><activity><intent-filter><action android:name="x"/></intent-filter></activity>
        <receiver android:name=".One"/>
        <receiver android:enabled="false" android:name=".Two"><action android:name="y"/></receiver>
        <receiver android:directBootAware="true" android:name=".Three">
        <intent-filter><action android:name="z"/><action android:name="w"></action></intent-filter>
        </receiver></application></manifest>
        """)
    #expect(manifest.permissions == ["a.C"])
    #expect(
      manifest.receivers == [
        AndroidManifest.Receiver(name: "One", isDirectBootAware: false, actions: []),
        AndroidManifest.Receiver(name: "Three", isDirectBootAware: true, actions: ["z", "w"]),
      ])
  }

  @Test(
    "that cannot be read says why",
    arguments: [
      ("", AndroidManifestError.notManifest), ("<plist/>", .notManifest),
      ("<manifest><receiver/></manifest>", .missingName("receiver")),
      ("<manifest><uses-permission/>", .missingName("uses-permission")),
      ("<manifest><receiver", .notClosed("receiver")),
    ])
  func errors(xml: String, error: AndroidManifestError) {
    #expect(throws: error) { _ = try AndroidManifest(xml: xml) }
    #expect(!error.description.isEmpty)
  }

  @Test("is written as JSON and read back")
  func json() {
    for receiver in AndroidManifest.standard.receivers {
      #expect(AndroidManifest.Receiver(receiver.json) == receiver)
    }
  }
}
