package import ErosCore

/// The result of testing whether a store has the properties that publishers rely on.
///
/// Many stores accept and ignore the conditions of requests, so two publishers silently overwrite
/// each other. A probe creates, replaces and removes small objects in `probe/`, and compares the
/// store's responses with its contents.
package struct StoreProbe: Sendable, Equatable {
  /// A property of a store that publishers rely on.
  package enum Promise: String, Sendable, CaseIterable {
    /// A created object has exactly the given bytes.
    case create
    /// An existing object is not created again and keeps its bytes.
    case createOnce = "create-once"
    /// Exactly one of several concurrent creations succeeds.
    case oneCreator = "one-creator"
    /// An object with the expected version is replaced and has exactly the new bytes.
    case replace
    /// An object with another version is not replaced.
    case rejectStale = "reject-stale"
    /// A missing object is not replaced.
    case rejectMissing = "reject-missing"
    /// Exactly one of several concurrent replacements succeeds.
    case oneReplacement = "one-replacement"
    /// A range read returns exactly the object's bytes from an offset.
    case range
    /// A list contains an object.
    case list
    /// A removed object does not exist.
    case remove

    var problem: String {
      switch self {
      case .create: "does not create an object"
      case .createOnce: "does not refuse to create an object that exists"
      case .oneCreator: "does not let exactly one of several publishers create an object"
      case .replace: "does not replace an object"
      case .rejectStale: "does not refuse to replace an object that has changed"
      case .rejectMissing: "does not refuse to replace an object that does not exist"
      case .oneReplacement: "does not let exactly one of several publishers replace an object"
      case .range: "does not return a part of an object"
      case .list: "does not list an object"
      case .remove: "does not remove an object"
      }
    }
  }

  /// A promise that the store breaks.
  package struct Breach: Sendable, Equatable {
    package let promise: Promise
    /// The response of the store, for example `the second creation answered 'created'`.
    package let answer: String

    package init(_ promise: Promise, _ answer: String) {
      self.promise = promise
      self.answer = answer
    }
  }

  /// The time of the probe.
  package let date: Timestamp
  /// The promises that the store breaks, without duplicates.
  package let broken: [Breach]

  package init(date: Timestamp, broken: [Breach]) {
    self.date = date
    self.broken = broken
  }

  /// The promises that the store keeps.
  package var kept: [Promise] {
    Promise.allCases.filter { promise in !broken.contains { $0.promise == promise } }
  }

  /// Throws the first broken promise.
  ///
  /// - Parameter location: The location of the store for messages.
  /// - Throws: ``StoreError/brokenPromise(_:_:answer:)``.
  package func check(_ location: String) throws(StoreError) {
    guard let first = broken.first else { return }
    throw .brokenPromise(location, first.promise, answer: first.answer)
  }
}

// MARK: JSON

extension StoreProbe {
  private static let format: Int64 = 1

  /// The contents of `probe.json`.
  ///
  /// ```json
  /// {"broken":{"create-once":"…"},"date":"2030-01-01T00:00:00Z","kept":["create",…],"version":1}
  /// ```
  package var json: JSONValue {
    let answers = broken.map { ($0.promise.rawValue, JSONValue.string($0.answer)) }
    return .sorted([
      "version": .integer(Self.format), "date": .string(date.utc),
      "kept": .strings(kept.map(\.rawValue)),
      "broken": .sorted(Dictionary(answers) { first, _ in first }),
    ])
  }

  /// Parses the contents of `probe.json`.
  ///
  /// Returns `nil` if they are malformed, or if a promise is missing.
  package init?(_ json: JSONValue) {
    guard let object = json.object, object["version"]?.integer == Self.format,
      let date = object["date"]?.string.flatMap({ Timestamp(utc: $0) }),
      let kept = object["kept"]?.array, let broken = object["broken"]?.object
    else { return nil }
    let keptPromises = Set(kept.compactMap { $0.value.string.flatMap(Promise.init(rawValue:)) })
    let breaches = Promise.allCases.compactMap { promise in
      broken[promise.rawValue]?.string.map { Breach(promise, $0) }
    }
    self.init(date: date, broken: breaches)
    guard keptPromises == Set(self.kept) else { return nil }
  }
}
