import ErosCore

/// The kept and broken promises of a store.
struct StoreProbeResult: Sendable, Equatable {
  let date: Timestamp
  /// Each promise at most once.
  let broken: [BrokenPromise]

  var keptPromises: [StorePromise] {
    StorePromise.allCases.filter { promise in !broken.contains { $0.promise == promise } }
  }

  /// Throws the first broken promise.
  ///
  /// - Parameter location: The location of the store, as the message names it.
  /// - Throws: ``StoreError/brokenPromise(_:_:response:)`` if the store breaks a promise.
  func check(_ location: String) throws(StoreError) {
    guard let first = broken.first else { return }
    throw .brokenPromise(location, first.promise, response: first.response)
  }
}

// MARK: JSON

extension StoreProbeResult {
  private static let format: Int64 = 1

  /// Written to `probe.json`.
  ///
  /// ```json
  /// {"broken":{"create-once":"…"},"date":"2030-01-01T00:00:00Z","kept":["create",…],"version":1}
  /// ```
  var json: JSONValue {
    let responses = broken.map { ($0.promise.rawValue, JSONValue.string("\($0.response)")) }
    return .sorted([
      "version": .integer(Self.format), "date": .string(date.utc),
      "kept": .strings(keptPromises.map(\.rawValue)),
      "broken": .sorted(Dictionary(responses) { first, _ in first }),
    ])
  }

  /// Returns `nil` if `probe.json` is malformed or leaves out a promise.
  init?(_ json: JSONValue) {
    guard let object = json.object, object["version"]?.integer == Self.format,
      let date = object["date"]?.string.flatMap({ Timestamp(utc: $0) }),
      let names = object["kept"]?.array, let broken = object["broken"]?.object
    else { return nil }
    let promises = Set(
      names.compactMap { $0.value.string.flatMap(StorePromise.init(rawValue:)) })
    let breaches = StorePromise.allCases.compactMap { promise in
      broken[promise.rawValue]?.string.map { BrokenPromise(promise, Message(verbatim: $0)) }
    }
    self.init(date: date, broken: breaches)
    guard promises == Set(keptPromises) else { return nil }
  }
}
