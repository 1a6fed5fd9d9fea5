/// How prominently a channel of Android shows, in the words of the verb `setChannel`.
enum ChannelWord {
  /// From not at all to prominently, at the places of Android's numbers.
  static let all = ["none", "min", "low", "default", "high"]

  /// The word of a number from 0 to 4; the number itself for another one.
  static func word(of importance: Int64) -> String {
    all.indices.contains(Int(importance)) ? all[Int(importance)] : String(importance)
  }
}
