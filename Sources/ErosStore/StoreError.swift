package import ErosCore

/// An error of a store.
///
/// Messages never contain credentials, the query of a URL, or a header field's value.
@nonexhaustive
package enum StoreError: ErosError, Equatable {
  /// An object is longer than expected.
  case tooLong(String, limit: UInt64)
  /// A request for an object or a list of an S3-compatible store failed.
  case s3(String, S3Fault)
  /// Settings or credentials of AWS tools cannot be used.
  case aws(AWSFault)

  package var problem: String {
    switch self {
    case .tooLong(let object, let limit):
      "'\(object.escapedForDisplay)' is longer than \(limit) bytes"
    case .s3(let object, let fault): "'\(object.escapedForDisplay)': \(fault.problem)"
    case .aws(let fault): fault.problem
    }
  }

  package var remedy: String? {
    switch self {
    case .tooLong: "check that the location is that of a store"
    case .s3(_, let fault): fault.remedy
    case .aws(let fault): fault.remedy
    }
  }

  package var exitStatus: ExitStatus {
    switch self {
    case .tooLong: .badData
    case .s3(_, let fault): fault.exitStatus
    case .aws(let fault): fault.exitStatus
    }
  }
}
