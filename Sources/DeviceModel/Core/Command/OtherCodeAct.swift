import CivilTime
public import DailyNotification
import JSONText
import PlainText

/// What other code in the app does: another plugin, or the host itself.
///
/// It shares with the plugin what the system keeps for the app: on an iPhone the notification
/// center and the task scheduler, on Android alarms, notifications, channels and work, on both the
/// permission to notify.
public enum OtherCodeAct: Hashable, Sendable {
  case addRequest(OtherRequest)
  /// Removes the pending requests of some identifiers, whosever they are; nil removes all.
  case removeRequests([String]?)
  /// Submits a task that begins so many milliseconds from now at the earliest.
  case submitTask(String, afterMilliseconds: Int64)
  /// Cancels the pending task of an identifier, whosever it is; nil cancels all.
  case cancelTask(String?)
  /// Registers a launch handler now, or at each later launch while the app does not run.
  case registerTaskHandler(String)
  /// Completes the running task of an identifier, or once more the one that ran last.
  case completeTask(String, isSuccess: Bool)
  case requestAuthorization
  /// Becomes the notification center's delegate, and presents everything in front of the app, or
  /// nothing.
  case setDelegate(presents: Bool)
  /// Registers its categories in the place of all that were registered.
  case setCategories([String])
  /// Sets the number on the app's icon; `asIconNumber`: by applicationIconBadgeNumber, and not by
  /// setBadgeCount.
  case setBadge(Int64, asIconNumber: Bool)
  /// Sets an inexact alarm that is due so many milliseconds from now; `hasSameIntent`: with a
  /// pending intent that equals the plugin's of that name.
  case setAlarm(String, afterMilliseconds: Int64, hasSameIntent: Bool = false)
  /// Cancels the alarms of some names, whosever they are; nil cancels all.
  case cancelAlarms([String]?)
  case showNotification(OtherNotification)
  /// Takes notifications of some names from the shade, whosever they are; nil takes all.
  case cancelNotifications([String]?)
  /// Cancels the work of a name, whosever it is; nil cancels all.
  case cancelWork(String?)
  /// Enqueues work of its own that begins so many milliseconds from now, by a policy where there is
  /// work of that name.
  case enqueueWork(String, WorkRequest.Policy, afterMilliseconds: Int64)
  case deleteChannel(String)
  /// Creates a channel, or the one that is there again.
  case createChannel(ChannelRequest)

  /// The systems that have what it uses.
  public var platforms: [DevicePlatform] {
    switch self {
    case .addRequest, .removeRequests, .submitTask, .cancelTask, .registerTaskHandler,
      .completeTask, .setDelegate, .setCategories, .setBadge:
      [.ios]
    case .setAlarm, .cancelAlarms, .showNotification, .cancelNotifications, .cancelWork,
      .enqueueWork, .deleteChannel, .createChannel:
      [.android]
    case .requestAuthorization: DevicePlatform.allCases
    }
  }

  /// The act's name.
  public var name: String {
    switch self {
    case .addRequest: "addRequest"
    case .removeRequests: "removeRequests"
    case .submitTask: "submitTask"
    case .cancelTask: "cancelTask"
    case .registerTaskHandler: "registerTaskHandler"
    case .completeTask: "completeTask"
    case .requestAuthorization: "requestAuthorization"
    case .setDelegate: "setDelegate"
    case .setCategories: "setCategories"
    case .setBadge: "setBadge"
    case .setAlarm: "setAlarm"
    case .cancelAlarms: "cancelAlarms"
    case .showNotification: "showNotification"
    case .cancelNotifications: "cancelNotifications"
    case .cancelWork: "cancelWork"
    case .enqueueWork: "enqueueWork"
    case .deleteChannel: "deleteChannel"
    case .createChannel: "createChannel"
    }
  }

  /// The act in a few words: `addRequest news`.
  var words: String {
    switch self {
    case .addRequest(let request): "\(name) \(request.identifier)"
    case .removeRequests(let identifiers), .cancelAlarms(let identifiers),
      .cancelNotifications(let identifiers):
      "\(name) \(identifiers.map { $0.joined(separator: ", ") } ?? "all")"
    case .submitTask(let identifier, let milliseconds),
      .setAlarm(let identifier, let milliseconds, hasSameIntent: false):
      "\(name) \(identifier) after \(DurationText.text(milliseconds))"
    case .setAlarm(let identifier, let milliseconds, hasSameIntent: true):
      "\(name) \(identifier) after \(DurationText.text(milliseconds)) with the same intent"
    case .enqueueWork(let work, let policy, let milliseconds):
      "\(name) \(work) after \(DurationText.text(milliseconds)), \(policy.rawValue)"
    case .cancelTask(let identifier), .cancelWork(let identifier):
      "\(name) \(identifier ?? "all")"
    case .registerTaskHandler(let identifier), .deleteChannel(let identifier):
      "\(name) \(identifier)"
    case .showNotification(let notification): "\(name) \(notification.identifier)"
    case .completeTask(let identifier, let isSuccess):
      "\(name) \(identifier) \(isSuccess ? "with" : "without") success"
    case .requestAuthorization: name
    case .setCategories(let identifiers):
      "\(name) \(identifiers.isEmpty ? "none" : identifiers.joined(separator: ", "))"
    case .setBadge(let number, let asIconNumber):
      "\(name) \(number)\(asIconNumber ? " as the icon's number" : "")"
    case .createChannel(let channel): "\(name) \(channel.identifier)"
    case .setDelegate(let presents): "\(name) that presents \(presents ? "everything" : "nothing")"
    }
  }

  /// The verb's parameters, from which `VerbTable` makes the same act again.
  var parameters: JSONObject {
    let value: JSONObject =
      switch self {
      case .addRequest(let request): request.parameters
      case .removeRequests(let identifiers), .cancelAlarms(let identifiers),
        .cancelNotifications(let identifiers):
        identifiers.map { ["ids": .array($0.map(JSONValue.string))] } ?? [:]
      case .submitTask(let identifier, let milliseconds):
        ["identifier": .string(identifier), "after": .string(DurationText.text(milliseconds))]
      case .cancelTask(let identifier): identifier.map { ["identifier": .string($0)] } ?? [:]
      case .registerTaskHandler(let identifier): ["identifier": .string(identifier)]
      case .completeTask(let identifier, let isSuccess):
        ["identifier": .string(identifier), "success": .bool(isSuccess)]
      case .requestAuthorization: [:]
      case .setDelegate(let presents): ["presents": .bool(presents)]
      case .setCategories(let identifiers):
        identifiers.isEmpty ? [:] : ["ids": .array(identifiers.map(JSONValue.string))]
      case .setBadge(let number, let asIconNumber):
        asIconNumber
          ? ["count": .integer(number), "asIconNumber": true] : ["count": .integer(number)]
      case .setAlarm(let identifier, let milliseconds, let hasSameIntent):
        JSONObject(
          [
            ("id", .string(identifier)), ("after", .string(DurationText.text(milliseconds))),
          ] + (hasSameIntent ? [("sameIntent", true)] : []))
      case .enqueueWork(let work, let policy, let milliseconds):
        [
          "name": .string(work), "policy": .string(policy.rawValue),
          "after": .string(DurationText.text(milliseconds)),
        ]
      case .showNotification(let notification): notification.parameters
      case .cancelWork(let name): name.map { ["name": .string($0)] } ?? [:]
      case .deleteChannel(let identifier): ["id": .string(identifier)]
      case .createChannel(let channel):
        [
          "id": .string(channel.identifier), "name": .string(channel.name),
          "importance": .string(ChannelSettings.importances[Int(channel.importance)]),
        ]
      }
    return [name: .object(value)]
  }
}

/// A notification request of other code.
public struct OtherRequest: Hashable, Sendable {
  /// The name; one that the plugin uses as well replaces the plugin's request.
  public let identifier: String
  /// When it fires.
  public let trigger: NotificationTrigger
  /// The first line.
  public let title: String
  /// The text below it.
  public let body: String
  /// Whether it plays a sound.
  public let hasSound: Bool
  /// The number that it puts on the app's icon; nil leaves that alone.
  public let badge: Int64?
  /// How urgent it is.
  public let interruption: InterruptionLevel

  /// The title of a request that names none.
  public static let defaultTitle = OtherNotification.defaultTitle

  /// Makes a request.
  public init(
    identifier: String, trigger: NotificationTrigger, title: String = defaultTitle,
    body: String = "", hasSound: Bool = true, badge: Int64? = nil,
    interruption: InterruptionLevel = .active
  ) {
    self.identifier = identifier
    self.trigger = trigger
    self.title = title
    self.body = body
    self.hasSound = hasSound
    self.badge = badge
    self.interruption = interruption
  }

  fileprivate var parameters: JSONObject {
    var parameters: JSONObject = ["id": .string(identifier)]
    switch trigger {
    case .interval(let milliseconds, let repeats):
      parameters["after"] = .string(DurationText.text(milliseconds))
      if repeats { parameters["repeats"] = true }
    case .calendar(let time, let zone):
      parameters["at"] = .string("\(time.date.text)T\(time.timeText(.minutes))")
      if let zone { parameters["timezone"] = .string(zone) }
    case .daily(let time, let zone):
      parameters["daily"] = .string(time.text)
      if let zone { parameters["timezone"] = .string(zone) }
    }
    if title != OtherRequest.defaultTitle { parameters["title"] = .string(title) }
    if !body.isEmpty { parameters["body"] = .string(body) }
    if !hasSound { parameters["sound"] = false }
    if let badge { parameters["badge"] = .integer(badge) }
    if interruption != .active { parameters["interruption"] = .string(interruption.rawValue) }
    return parameters
  }
}
