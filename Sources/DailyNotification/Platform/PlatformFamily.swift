/// A kind of phone: its system, and the parts of the plugin that differ between systems.
///
/// `IOS` is one. Everything outside its folder works for any family.
public protocol PlatformFamily: Sendable {
  /// What the plugin runs on.
  associatedtype System: Platform
  /// How a planned occurrence reaches the person.
  associatedtype Delivery: OccurrenceDelivery where Delivery.System == System
  /// How background work is requested.
  associatedtype Work: BackgroundWork where Work.System == System
  /// What is answered about permissions and settings that not every system has.
  associatedtype Settings: SystemSettings where Settings.System == System

  /// The platform's name in replies, `ios` for example.
  static var name: String { get }
}
