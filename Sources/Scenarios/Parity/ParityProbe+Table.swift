extension ParityProbe {
  /// Every probe, in the order of the tables.
  public static let all: [ParityProbe] = matrix + guarantees

  /// The plugin's validation matrix.
  private static let matrix: [ParityProbe] = [
    ParityProbe(
      .matrix, "Daily notification", ios: "within 180 s", android: "exact",
      [.shown, .drift],
      """
      steps:
        - call: {scheduleDailyNotification: {time: "08:00"}}
        - device: swipeAway
        - advance: 7d
        - expect: {event: {delivered: {}, times: 7}, invariants: ok}
      """),
    ParityProbe(
      .matrix, "Daily prefetch", ios: "a refresh task, when the system likes",
      android: "a worker at its time", [.prefetches, .lateness, .shown, .fetched],
      """
      steps:
        - call: {configure: {apiServer: "https://api.test.example"}}
        - call: {scheduleDailyNotification: {time: "08:00"}}
        - device: background
        - advance: 7d
        - expect: {event: {delivered: {}, times: 7}, invariants: ok}
      """),
    ParityProbe(
      .matrix, "Rolling window", ios: "64 requests at most", android: "two days ahead",
      [.pending, .reach],
      """
      steps:
        - call: {scheduleDailyNotification: {time: "08:00"}}
        - call: maintainRollingWindow
        - runUntilIdle
        - expect: {invariants: ok}
      """),
    ParityProbe(
      .matrix, "TTL enforcement", ios: "stale content is not shown",
      android: "stale content is not shown", [.shown, .fetched],
      """
      steps:
        - call: {configure: {ttlSeconds: 600, apiServer: "https://api.test.example"}}
        - call: {scheduleDailyNotification: {time: "08:00"}}
        - device: prefetchOnly
        - runUntilIdle
        - device: {setNetwork: offline}
        - device: background
        - advance: {to: "2025-11-15T09:00:00Z"}
        - expect: {event: {delivered: {source: default}, times: 1}, invariants: ok}
      """),
    ParityProbe(
      .matrix, "Reboot recovery", ios: "found at the next launch", android: "BOOT_COMPLETED",
      [.shown, .missed, .recoveries],
      """
      steps:
        - call: {scheduleDailyNotification: {time: "08:00"}}
        - device: background
        - advance: 2h
        - device: reboot
        - advance: 10m
        - device: unlock
        - advance: 25h
        - device: launch
          when: {status: {process: notRunning}}
        - device: foreground
          when: {status: {process: background}}
        - device: foreground
          when: {status: {process: suspended}}
        - runUntilIdle
        - expect: {event: {delivered: {}, times: 2}, invariants: ok}
      """),
    ParityProbe(
      .matrix, "JWT authentication", ios: "ES256K", android: "ES256K", [.tokens, .rejections],
      """
      steps:
        - api: [{requireToken: true}]
        - call: {configure: {apiServer: "https://api.example", activeDid: "${DID_1}"}}
        - call: testJWTGeneration
          returns: {algorithm: ES256K, issuer: "${DID_1}"}
        - call: {scheduleDailyNotification: {time: "08:00"}}
        - device: prefetchOnly
        - runUntilIdle
        - expect: {event: {fetchEnded: {status: 200}}, invariants: ok}
      """),
    ParityProbe(
      .matrix, "ETag caching", ios: "If-None-Match", android: "If-None-Match", [.notModified],
      """
      steps:
        - api: [{etag: '"one"'}]
        - call: {configure: {apiServer: "https://api.example", activeDid: "${DID_1}"}}
        - call: {scheduleDailyNotification: {time: "08:00"}}
        - device: prefetchOnly
        - advance: 1m
        - device: prefetchOnly
        - runUntilIdle
        - expect: {event: {fetchEnded: {status: 304}}, invariants: ok}
      """),
    ParityProbe(
      .matrix, "Background coordination", ios: "BGTaskScheduler in sync",
      android: "WorkManager in sync", [.prefetches, .missed, .rejections],
      """
      steps:
        - call: {scheduleDailyNotification: {time: "08:00"}}
        - press: Coordinate Tasks
        - press: Coordination Status
          returns: {inSync: true, pendingTasks: 1}
        - device: background
        - advance: 2d
        - device: foreground
        - runUntilIdle
        - press: Coordination Status
          returns: {inSync: true, pendingTasks: 1}
        - expect: {invariants: ok}
      """),
  ]

  /// What the plugin guarantees, and its caveats.
  private static let guarantees: [ParityProbe] = [
    ParityProbe(
      .guarantees, "Fires after the app was swiped away", ios: "yes", android: "yes",
      [.shown, .drift],
      """
      steps:
        - call: {scheduleDailyNotification: {time: "08:00"}}
        - device: swipeAway
        - advance: 1d
        - expect: {event: {delivered: {}, times: 1}, invariants: ok}
      """),
    ParityProbe(
      .guarantees, "Fires after the system ended the process", ios: "yes", android: "yes",
      [.shown, .drift],
      """
      steps:
        - call: {scheduleDailyNotification: {time: "08:00"}}
        - device: background
        - device: systemTerminate
        - advance: 1d
        - expect: {event: {delivered: {}, times: 1}, invariants: ok}
      """),
    ParityProbe(
      .guarantees, "Fires after a restart, the app not opened", ios: "yes",
      android: "yes: the boot receiver sets alarms again", [.shown, .recoveries],
      """
      steps:
        - call: {scheduleDailyNotification: {time: "08:00"}}
        - device: background
        - device: {reboot: {locked: false}}
        - advance: 1d
        - expect: {event: {delivered: {}, times: 1}, invariants: ok}
      """),
    ParityProbe(
      .guarantees, "Fires on a phone that was not unlocked since its start", ios: "yes",
      android: "no: stored data cannot be read, found at the unlock", [.shown, .missed],
      """
      steps:
        - call: {scheduleDailyNotification: {time: "08:00"}}
        - device: background
        - device: reboot
        - advance: {to: "2025-11-15T09:00:00Z"}
        - device: unlock
        - advance: 5m
        - device: launch
          when: {status: {process: notRunning}}
        - device: foreground
          when: {status: {process: background}}
        - device: foreground
          when: {status: {process: suspended}}
        - runUntilIdle
        - expect: {invariants: ok}
      """),
    ParityProbe(
      .guarantees, "A missed one is found and reported once", ios: "at the next launch",
      android: "at boot or at the next launch", [.shown, .missed],
      """
      knobs: {triggerWhileOff: lost}
      steps:
        - call: {scheduleDailyNotification: {time: "08:00"}}
        - device: background
        - device: powerOff
        - advance: {to: "2025-11-15T09:00:00Z"}
        - device: {powerOn: {locked: false}}
        - advance: 5m
        - device: launch
          when: {status: {process: notRunning}}
        - device: foreground
          when: {status: {process: background}}
        - device: foreground
          when: {status: {process: suspended}}
        - runUntilIdle
        - expect: {invariants: ok}
      """),
    ParityProbe(
      .guarantees, "Fires after a force-stop", ios: nil,
      android: "no: nothing until the app is opened, then recovered",
      [.shown, .missed, .recoveries],
      """
      steps:
        - call: {scheduleDailyNotification: {time: "08:00"}}
        - device: forceStop
          when: {platform: android}
        - advance: 1d
        - expect: {delivered: 0}
          when: {platform: android}
        - device: launch
          when: {platform: android}
        - runUntilIdle
        - advance: 1d
        - expect: {invariants: ok}
      """),
    ParityProbe(
      .guarantees, "Fires for eleven weeks without being opened", ios: "eight weeks",
      android: "yes: each receiver sets the next alarm", [.shown],
      """
      knobs: {deliveryDrift: none, taskLateness: never}
      steps:
        - call: {scheduleDailyNotification: {time: "08:00"}}
        - device: swipeAway
        - advance: 77d
        - expect: {invariants: ok}
      """),
    ParityProbe(
      .guarantees, "Denied in Settings while the app is closed",
      ios: "nothing is shown, and the requests stay",
      android: "nothing is shown; the work finds it out, and nothing is set any more",
      [.shown, .missed, .pending],
      """
      steps:
        - call: {scheduleDailyNotification: {time: "08:00"}}
        - device: swipeAway
        - advance: 1h
        - device: {setPermission: denied}
        - advance: 2d
        - expect: {delivered: 0, invariants: ok}
      """),
    ParityProbe(
      .guarantees, "The clock is set beyond two dates", ios: "one request that repeats: shown once",
      android: "both alarms fire", [.shown],
      """
      steps:
        - call: {scheduleDailyReminder: {id: r, title: T, body: B, time: "08:00"}}
        - device: background
        - device: {warpClock: 30h}
        - advance: 1h
        - expect: {invariants: ok}
      """),
    ParityProbe(
      .guarantees, "Exact timing", ios: "no: up to 180 s late",
      android: "with the permission for exact alarms", [.shown, .drift],
      """
      steps:
        - call: {scheduleDailyNotification: {time: "08:00"}}
        - device: background
        - device: lock
        - advance: 7d
        - expect: {event: {delivered: {}, times: 7}, invariants: ok}
      """),
    ParityProbe(
      .guarantees, "Without the permission for exact alarms", ios: nil,
      android: "rejected, with the way to the page of Settings", [.rejections, .pending],
      """
      steps:
        - device: {setExactAlarm: denied}
          when: {platform: android}
        - device: launch
          when: {status: {process: notRunning}}
        - device: launch
          when: {status: {process: terminatedBySystem}}
        - call: {scheduleDailyNotification: {time: "08:00"}}
          when: {platform: ios}
        - call: {scheduleDailyNotification: {time: "08:00"}}
          when: {platform: android}
          rejects: exact_alarm_permission_required
        - expect: {invariants: ok}
      """),
    ParityProbe(
      .guarantees, "The plugin's code runs when it fires", ios: "no",
      android: "yes: the text is chosen then", [.shown, .codeAtFireTime],
      """
      steps:
        - call: {scheduleDailyNotification: {time: "08:00"}}
        - device: swipeAway
        - advance: 7d
        - expect: {event: {delivered: {}, times: 7}, invariants: ok}
      """),
    ParityProbe(
      .guarantees, "Background work at its time", ios: "no: the system decides",
      android: "late in Doze and by standby bucket", [.prefetches, .lateness, .fetched],
      """
      steps:
        - call: {scheduleDailyNotification: {time: "08:00"}}
        - device: background
        - advance: 14d
        - expect: {event: {delivered: {}, times: 14}, invariants: ok}
      """),
  ]
}
