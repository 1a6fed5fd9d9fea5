import CivilTime
import DeviceModel
import JSONText
import PlainText
import Session
import SimulationCore

extension BridgeSession {
  /// Starts a new phone after all parameters were checked; open calls are lost.
  mutating func configure(_ parameters: ParameterReader) throws(BridgeError) -> JSONValue {
    var configuration = try DeviceConfiguration(parameters)
    configuration.keychain = session.device.os.configuration.keychain
    replies += openCalls.loseAll("session.configure started a new phone")
    var observer = BridgeObserver()
    observer.sendsEvents = session.observer.sendsEvents
    session = BridgeSession.session(configuration, observer)
    return ["traceHash": .string(session.device.os.trace.hash.text)]
  }
}

extension DeviceConfiguration {
  /// The platforms that can be simulated.
  fileprivate enum SimulatedPlatform: String, CaseIterable {
    case ios
  }

  fileprivate init(_ parameters: ParameterReader) throws(BridgeError) {
    self.init()
    _ = try parameters.word("platform", SimulatedPlatform.self)
    if let seed = try parameters.seed() { self.seed = seed }
    if let variant = try parameters.word("variant", DeviceVariant.self) { self.variant = variant }
    if let version = try parameters.version() { osVersion = version }
    if let start = try parameters.time("start") { startMilliseconds = start }
    if let zone = try parameters.zone() { self.zone = zone }
    if let knobs = try parameters.knobs() { self.knobs = knobs }
    if let isLaunched = try parameters.flag("launch") { isLaunchedAtStart = isLaunched }
  }
}

extension ParameterReader {
  /// A 64-bit number: a JSON number up to 2⁵³, a decimal string beyond.
  fileprivate func seed() throws(BridgeError) -> UInt64? {
    let exact: ClosedRange<Int64> = 0...9_007_199_254_740_992
    guard case .string(let text)? = value("seed") else {
      return try integer("seed", in: exact).map(UInt64.init)
    }
    guard let seed = UInt64(text), String(seed) == text else {
      throw .wrong(
        "'seed' as text must be a whole number from 0 to \(UInt64.max), got "
          + "'\(text.shortened())'")
    }
    return seed
  }

  fileprivate func version() throws(BridgeError) -> String? {
    guard let text = try text("osVersion", bytesMax: 16) else { return nil }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let digits = "0"..."9"
    let isVersion =
      parts.count <= 3
      && parts.allSatisfy { part in
        !part.isEmpty && part.unicodeScalars.allSatisfy { digits.contains(String($0)) }
      }
    guard isVersion else { throw .wrong("'osVersion' must be a version such as 17.0") }
    return text
  }

  fileprivate func zone() throws(BridgeError) -> Zone? {
    guard let text = try text("zone", bytesMax: 64) else { return nil }
    do {
      return try Zone(identifier: text)
    } catch {
      throw .wrong("'zone': \(error)")
    }
  }

  fileprivate func knobs() throws(BridgeError) -> Knobs? {
    guard let object = try object("knobs") else { return nil }
    var knobs = Knobs()
    for (name, value) in object.members {
      guard case .string(let word) = value, word.utf8.count <= 64, name.utf8.count <= 64 else {
        throw .wrong("knob '\(name.shortened())' must be one short word")
      }
      do {
        try knobs.set(name, to: word)
      } catch {
        throw .wrong("\(error)")
      }
    }
    return knobs
  }
}
