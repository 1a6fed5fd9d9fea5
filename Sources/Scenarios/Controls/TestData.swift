public import JSONText

/// Data in the calls of the page's buttons; none of it exists outside of tests.
public enum TestData {
  /// The reminder that the page schedules.
  static let reminderID = "daily_timesafari_reminder"
  /// The identity that the page uses: the first whose key is in the phone's keychain.
  static let did = "did:ethr:0x77D8EA059Ab6eB9a19Ecf520025d40847A2360a0"
  /// The server that the page configures.
  static let server = "https://api.test.example"

  static let identity: JSONObject = ["activeDid": .string(did)]

  /// The server and the identity of the page's fetcher.
  public static let fetcher: JSONObject = [
    "apiBaseUrl": .string(server), "activeDid": .string(did),
  ]

  static let plans: JSONObject = ["planIds": ["test-plan-1", "test-plan-2"]]

  /// A notification at the time field, with content fetched five minutes before, fresh for an hour.
  static let newActivity: JSONObject = [
    "config": [
      "contentFetch": ["enabled": true, "schedule": "{fetchCron}"],
      "userNotification": [
        "enabled": true, "schedule": "{cron}", "title": "New Activity",
        "body": "See what is new in your projects.",
      ],
      "relationship": ["contentTimeout": 3_600_000, "fallbackBehavior": "show_default"],
    ]
  ]
}
