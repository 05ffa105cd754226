import ErosCore

/// The reason why a metadata file is malformed; the reader of the file adds the file's name.
package struct MetadataFault: Error {
  package let reason: String

  package init(_ reason: String) { self.reason = reason }

  /// Returns the reason of an error that reading JSON or its fields has thrown.
  package static func reason(for error: any Error) -> String {
    switch error {
    case let error as JSONError:
      "\(error.position): \("\(error.kind)".shortenedForDisplay(to: 200))"
    case let error as MetadataFault: error.reason
    default: "\(error)"
    }
  }
}
