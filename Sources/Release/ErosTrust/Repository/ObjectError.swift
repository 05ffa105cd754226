package import ErosCore

/// An object cannot be read from a store.
///
/// Messages contain neither credentials nor URL queries.
@nonexhaustive
package enum ObjectError: ErosError, Equatable {
  /// Longer than expected.
  case tooLong(String, limit: UInt64)
  /// Ends before the offset.
  case tooShort(String, offset: UInt64)
  /// Changed while it was read.
  case changing(String)
  /// The response is compressed, although that was not requested.
  case encoded(String)

  package var problem: Message {
    switch self {
    case .tooLong(let object, let limit):
      "'\(object.escapedForDisplay)' is longer than \(limit) bytes"
    case .tooShort(let object, let offset):
      "'\(object.escapedForDisplay)' is shorter than \(offset) bytes"
    case .changing(let object): "'\(object.escapedForDisplay)' changed while it was read"
    case .encoded(let object):
      "the response for '\(object.escapedForDisplay)' has a 'Content-Encoding'"
    }
  }

  package var remedy: Message? {
    switch self {
    case .tooLong, .tooShort: "check that the location belongs to a store"
    case .changing: "try again when no other process changes it"
    case .encoded: "configure the server to send the files of the store as they are"
    }
  }

  package var exitStatus: ExitStatus {
    switch self {
    case .tooLong, .tooShort, .encoded: .badData
    case .changing: .busy
    }
  }
}
