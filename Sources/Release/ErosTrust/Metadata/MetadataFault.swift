import ErosCore

/// The reason why a metadata file is malformed; the caller adds the file name.
package struct MetadataFault: Error {
  package let reason: String

  package init(_ reason: String) { self.reason = reason }

  /// Returns the reason for an error in JSON or its fields.
  package static func reason(for error: any Error) -> String {
    switch error {
    case let error as JSONError:
      "\(error.position): \("\(error.kind)".shortenedForDisplay(to: 200))"
    case let error as MetadataFault: error.reason
    default: "\(error)"
    }
  }
}
