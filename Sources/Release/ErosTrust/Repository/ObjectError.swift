package import ErosCore

/// An error in reading an object of a store.
///
/// Messages contain neither credentials nor URL queries.
@nonexhaustive
package enum ObjectError: ErosError, Equatable {
  /// An object is longer than expected.
  case tooLong(String, limit: UInt64)
  /// An object ends before an offset.
  case tooShort(String, offset: UInt64)
  /// The contents of an object changed during reading.
  case changing(String)
  /// A response is compressed although compression was not requested.
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
