import CivilTime
import DailyNotification
import PlainText

extension VerbTable {
  /// What other code in the app does: exactly one act a command.
  static let otherCodeRows: [Row] = [
    Row(
      "otherCode", otherCodeParameters,
      "other code in the app acts: another plugin, or the host", takesOne: true
    ) { arguments throws(VerbError) in try act(arguments).map { .otherCode($0) } }
  ]

  private static let otherCodeParameters: [Parameter] = [
    Parameter(
      "addRequest",
      .fields([
        Parameter("id", .text), Parameter("after", .duration, isOptional: true),
        Parameter("repeats", .flag, isOptional: true), Parameter("at", .text, isOptional: true),
        Parameter("daily", .text, isOptional: true),
        Parameter("timezone", .zone, isOptional: true),
        Parameter("title", .caption, isOptional: true),
        Parameter("body", .caption, isOptional: true),
        Parameter("sound", .flag, isOptional: true),
        Parameter("badge", .number(badges), isOptional: true),
        Parameter(
          "interruption", .choice(InterruptionLevel.allCases.map(\.rawValue)), isOptional: true),
      ]), isOptional: true),
    Parameter(
      "removeRequests", .fields([Parameter("ids", .texts, isOptional: true)]), isOptional: true),
    Parameter(
      "submitTask",
      .fields([Parameter("identifier", .text), Parameter("after", .duration, isOptional: true)]),
      isOptional: true),
    Parameter(
      "cancelTask", .fields([Parameter("identifier", .text, isOptional: true)]),
      isOptional: true),
    Parameter(
      "registerTaskHandler", .fields([Parameter("identifier", .text)]), isOptional: true),
    Parameter(
      "completeTask",
      .fields([Parameter("identifier", .text), Parameter("success", .flag, isOptional: true)]),
      isOptional: true),
    Parameter("requestAuthorization", .fields([]), isOptional: true),
    Parameter("setDelegate", .fields([Parameter("presents", .flag)]), isOptional: true),
    Parameter(
      "setCategories", .fields([Parameter("ids", .texts, isOptional: true)]), isOptional: true),
    Parameter(
      "setBadge",
      .fields([
        Parameter("count", .number(badges)), Parameter("asIconNumber", .flag, isOptional: true),
      ]), isOptional: true),
    Parameter(
      "setAlarm",
      .fields([
        Parameter("id", .text), Parameter("after", .duration),
        Parameter("sameIntent", .flag, isOptional: true),
      ]), isOptional: true),
    Parameter(
      "cancelAlarms", .fields([Parameter("ids", .texts, isOptional: true)]), isOptional: true),
    Parameter(
      "showNotification",
      .fields([
        Parameter("id", .text), Parameter("channel", .text, isOptional: true),
        Parameter("title", .text, isOptional: true), Parameter("body", .text, isOptional: true),
      ]), isOptional: true),
    Parameter(
      "cancelNotifications", .fields([Parameter("ids", .texts, isOptional: true)]),
      isOptional: true),
    Parameter(
      "cancelWork", .fields([Parameter("name", .text, isOptional: true)]), isOptional: true),
    Parameter(
      "enqueueWork",
      .fields([
        Parameter("name", .text), Parameter("policy", .choice(policies)),
        Parameter("after", .duration, isOptional: true),
      ]), isOptional: true),
    Parameter("deleteChannel", .fields([Parameter("id", .text)]), isOptional: true),
    Parameter(
      "createChannel",
      .fields([
        Parameter("id", .text), Parameter("name", .text, isOptional: true),
        Parameter("importance", .choice(ChannelSettings.importances)),
      ]), isOptional: true),
  ]

  /// The numbers that an icon may show.
  private static let badges: ClosedRange<Int64> = 0...99_999

  /// What may become of work that is there when other code enqueues some of its name.
  private static let policies = [WorkRequest.Policy.keep, .replace].map(\.rawValue)

  /// The act that was given; nil without one.
  private static func act(_ arguments: Arguments) throws(VerbError) -> OtherCodeAct? {
    if let fields = arguments.fields("addRequest") {
      return try request(fields).map { .addRequest($0) }
    }
    if let fields = arguments.fields("removeRequests") {
      return .removeRequests(fields.texts("ids"))
    }
    if let fields = arguments.fields("submitTask") {
      let after = fields.number("after") ?? 0
      return fields.word("identifier").map { .submitTask($0, afterMilliseconds: after) }
    }
    if let fields = arguments.fields("cancelTask") { return .cancelTask(fields.word("identifier")) }
    if let fields = arguments.fields("registerTaskHandler") {
      return fields.word("identifier").map { .registerTaskHandler($0) }
    }
    if let fields = arguments.fields("completeTask") {
      let isSuccess = fields.flag("success") ?? true
      return fields.word("identifier").map { .completeTask($0, isSuccess: isSuccess) }
    }
    if arguments.fields("requestAuthorization") != nil { return .requestAuthorization }
    if let fields = arguments.fields("setDelegate") {
      return fields.flag("presents").map { .setDelegate(presents: $0) }
    }
    if let fields = arguments.fields("setCategories") {
      return .setCategories(fields.texts("ids") ?? [])
    }
    if let fields = arguments.fields("setBadge") {
      let asIconNumber = fields.flag("asIconNumber") ?? false
      return fields.number("count").map { .setBadge($0, asIconNumber: asIconNumber) }
    }
    return actOnAndroid(arguments)
  }

  /// The act that only Android has; nil without one.
  private static func actOnAndroid(_ arguments: Arguments) -> OtherCodeAct? {
    if let fields = arguments.fields("setAlarm") {
      guard let identifier = fields.word("id"), let after = fields.number("after") else {
        return nil
      }
      return .setAlarm(
        identifier, afterMilliseconds: after, hasSameIntent: fields.flag("sameIntent") ?? false)
    }
    if let fields = arguments.fields("cancelAlarms") { return .cancelAlarms(fields.texts("ids")) }
    if let fields = arguments.fields("showNotification") {
      return fields.word("id").map { identifier in
        .showNotification(
          OtherNotification(
            identifier: identifier,
            channel: fields.word("channel") ?? OtherNotification.defaultChannel,
            title: fields.word("title") ?? OtherNotification.defaultTitle,
            body: fields.word("body") ?? ""))
      }
    }
    if let fields = arguments.fields("cancelNotifications") {
      return .cancelNotifications(fields.texts("ids"))
    }
    if let fields = arguments.fields("cancelWork") { return .cancelWork(fields.word("name")) }
    if let fields = arguments.fields("enqueueWork") {
      guard let name = fields.word("name"),
        let policy = fields.word("policy").flatMap(WorkRequest.Policy.init)
      else { return nil }
      return .enqueueWork(name, policy, afterMilliseconds: fields.number("after") ?? 0)
    }
    if let fields = arguments.fields("createChannel") { return channel(fields) }
    return arguments.fields("deleteChannel")?.word("id").map { .deleteChannel($0) }
  }

  private static func channel(_ fields: Arguments) -> OtherCodeAct? {
    let importance = fields.word("importance").flatMap { ChannelSettings(importance: $0).rank }
    guard let identifier = fields.word("id"), let importance else { return nil }
    return .createChannel(
      ChannelRequest(
        identifier: identifier, name: fields.word("name") ?? identifier, importance: importance))
  }

  private static func request(_ fields: Arguments) throws(VerbError) -> OtherRequest? {
    guard let identifier = fields.word("id") else { return nil }
    return OtherRequest(
      identifier: identifier, trigger: try trigger(fields),
      title: fields.word("title") ?? OtherRequest.defaultTitle, body: fields.word("body") ?? "",
      hasSound: fields.flag("sound") ?? true, badge: fields.number("badge"),
      interruption: fields.word("interruption").flatMap(InterruptionLevel.init) ?? .active)
  }

  /// `after` an interval, `at` a wall time such as 2025-11-16T08:00, or `daily` at a time of day.
  private static func trigger(_ fields: Arguments) throws(VerbError) -> NotificationTrigger {
    let verb = "otherCode.addRequest"
    let zone = fields.zone("timezone")?.identifier
    switch (fields.number("after"), fields.word("at"), fields.word("daily")) {
    case (let milliseconds?, nil, nil):
      return .interval(milliseconds: milliseconds, repeats: fields.flag("repeats") ?? false)
    case (nil, let text?, nil):
      guard let time = wallTime(text) else {
        throw .badValue(
          "'\(text.shortened())'", verb: verb, ["a wall time such as 2025-11-16T08:00 as 'at'"])
      }
      return .calendar(time, zone: zone)
    case (nil, nil, let text?):
      guard let time = TimeOfDay(text) else {
        throw .badValue(
          "'\(text.shortened())'", verb: verb, ["a time of day such as 08:00 as 'daily'"])
      }
      return .daily(time, zone: zone)
    case (nil, nil, nil), (_?, _?, _), (_?, _, _?), (_, _?, _?):
      throw .notOne(verb: verb, of: ["after", "at", "daily"])
    }
  }

  private static func wallTime(_ text: String) -> WallTime? {
    let parts = text.split(separator: "T", omittingEmptySubsequences: false)
    guard parts.count == 2, let date = CivilDate(text: String(parts[0])),
      let time = TimeOfDay(String(parts[1]))
    else { return nil }
    return WallTime(date: date, time: time)
  }
}
