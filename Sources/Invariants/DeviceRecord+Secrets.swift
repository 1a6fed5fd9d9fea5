import DeviceModel

extension DeviceRecord {
  /// Whether the record holds strings that come from outside: options, replies, what is shown.
  var mayHoldSecrets: Bool {
    switch self {
    case .command(.performed), .command(.refused), .command(.called): true
    case .command(.began): false
    case .plugin(.log), .plugin(.replied), .plugin(.callLost), .plugin(.shown): true
    case .plugin(.entry), .plugin(.hostEvent): false
    case .notification(.delivered), .notification(.heldForSummary): true
    case .notification(.notDelivered), .notification(.tapped), .notification(.dismissed): false
    case .fetch(.started), .fetch(.ended): true
    case .fetch(.cancelled): false
    case .power, .process, .authorization, .request, .task, .storage, .android: false
    }
  }
}
