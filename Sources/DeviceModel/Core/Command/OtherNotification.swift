import JSONText

/// A notification that other code shows on Android.
public struct OtherNotification: Hashable, Sendable {
  /// The name; one that the plugin uses as well replaces the plugin's notification.
  public let identifier: String
  /// The channel, which is created where there is none of the name.
  public let channel: String
  /// The first line.
  public let title: String
  /// The text below it.
  public let body: String

  /// The title of a notification that names none.
  public static let defaultTitle = "Other code"
  /// The channel of a notification that names none.
  public static let defaultChannel = "other_code"

  /// Describes a notification.
  public init(
    identifier: String, channel: String = defaultChannel, title: String = defaultTitle,
    body: String = ""
  ) {
    self.identifier = identifier
    self.channel = channel
    self.title = title
    self.body = body
  }

  /// The verb's parameters, from which `VerbTable` makes the same notification again.
  var parameters: JSONObject {
    var parameters: JSONObject = ["id": .string(identifier)]
    if channel != OtherNotification.defaultChannel { parameters["channel"] = .string(channel) }
    if title != OtherNotification.defaultTitle { parameters["title"] = .string(title) }
    if !body.isEmpty { parameters["body"] = .string(body) }
    return parameters
  }
}
