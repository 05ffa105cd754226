import ErosCore

/// A promise that publishers rely on.
enum StorePromise: String, Sendable, CaseIterable {
  /// Creating an object gives it exactly these bytes.
  case create
  /// Creating an object twice leaves the first bytes alone.
  case createOnce = "create-once"
  /// Of several concurrent creations, one succeeds.
  case oneCreator = "one-creator"
  /// Replacing the expected version gives the object exactly the new bytes.
  case replace
  /// Any other version is not replaced.
  case rejectStale = "reject-stale"
  case rejectMissing = "reject-missing"
  /// Of several concurrent replacements, one succeeds.
  case oneReplacement = "one-replacement"
  /// Reading from an offset returns the right bytes.
  case range
  case list
  /// A removed object is gone.
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

struct BrokenPromise: Sendable, Equatable {
  let promise: StorePromise
  /// For example `the second creation returned 'created'`.
  let response: Message

  init(_ promise: StorePromise, _ response: Message) {
    self.promise = promise
    self.response = response
  }
}
