/// What the plugin's neutral code sees of a phone, in small protocols by capability.
///
/// Questions are answered at once. What takes time (a person's answer, a fetch) is started here and
/// ends later with a call into the plugin. Writes report no failure: the plugin reads back what it
/// wrote. How notifications are delivered and how background work is requested differs between
/// systems, so it is not here but in a `PlatformFamily`.
public protocol Platform: AuthorizationAccess, ClockAccess, FetchAccess, HostAccess,
  KeychainAccess, LogAccess, PowerAccess, ProcessAccess, StorageAccess
{}
