package import ErosCore

/// An error of a store.
///
/// Messages never contain credentials, the query of a URL, or a header field's value.
@nonexhaustive
package enum StoreError: ErosError, Equatable {
  /// An object is longer than expected.
  case tooLong(String, limit: UInt64)

  package var problem: String {
    switch self {
    case .tooLong(let object, let limit):
      "'\(object.escapedForDisplay)' is longer than \(limit) bytes"
    }
  }

  package var remedy: String? {
    switch self {
    case .tooLong: "check that the location is that of a store"
    }
  }

  package var exitStatus: ExitStatus {
    switch self {
    case .tooLong: .badData
    }
  }
}
