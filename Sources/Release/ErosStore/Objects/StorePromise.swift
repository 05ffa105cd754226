import ErosCore

/// A property of a store that publishers rely on.
enum StorePromise: String, Sendable, CaseIterable {
  /// An object is created, and has exactly the given bytes.
  case create
  /// An existing object is not created again, and keeps its bytes.
  case createOnce = "create-once"
  /// One of several concurrent creations succeeds.
  case oneCreator = "one-creator"
  /// An object with the expected version is replaced, and has exactly the new bytes.
  case replace
  /// An object with another version is not replaced.
  case rejectStale = "reject-stale"
  /// A missing object is not replaced.
  case rejectMissing = "reject-missing"
  /// One of several concurrent replacements succeeds.
  case oneReplacement = "one-replacement"
  /// A read from an offset returns the object's bytes.
  case range
  /// A list contains an object.
  case list
  /// A removed object does not exist.
  case remove

  var problem: Message {
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

/// A promise that the store does not keep.
struct BrokenPromise: Sendable, Equatable {
  let promise: StorePromise
  /// The response of the store, for example `the second creation returned 'created'`.
  let response: Message

  init(_ promise: StorePromise, _ response: Message) {
    self.promise = promise
    self.response = response
  }
}
