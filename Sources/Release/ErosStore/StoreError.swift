package import ErosCore
package import ErosFiles
package import ErosRepository

/// An error of a store.
///
/// Messages never contain credentials, the query of a URL, or a header field's value.
@nonexhaustive
package enum StoreError: ErosError, Equatable {
  /// An item that is not a regular file has the name of an object of a folder store.
  case notAFile(String, FileStatus.Kind)
  /// An item that is not a folder has the name of a folder of a folder store.
  case notAFolder(String, FileStatus.Kind)
  /// A key is the name of a temporary file or of the lock of a folder store.
  case reservedKey(ObjectKey)

  /// A location is not that of a store.
  case invalidLocation(String, StoreLocation.Failure)
  /// A store does not do what a publisher relies on.
  case brokenPromise(String, StorePromise, response: String)

  /// A request for an object or a list of an S3-compatible store failed.
  case s3(String, S3Failure)
  /// Settings or credentials of AWS tools cannot be used.
  case aws(AWSFailure)

  package var problem: String {
    switch self {
    case .notAFile(let path, let kind):
      "'\(path.escapedForDisplay)' is a \(kind.name), not a regular file"
    case .notAFolder(let path, let kind):
      "'\(path.escapedForDisplay)' is a \(kind.name), not a folder"
    case .reservedKey(let key): "an object cannot have the name '\(key.text.escapedForDisplay)'"
    case .invalidLocation(let text, let fault): "'\(text.escapedForDisplay)' \(fault.problem)"
    case .brokenPromise(let store, let promise, let response):
      "'\(store.escapedForDisplay)' \(promise.problem): \(response)"
    case .s3(let object, let fault): "'\(object.escapedForDisplay)': \(fault.problem)"
    case .aws(let fault): fault.problem
    }
  }

  package var remedy: String? {
    switch self {
    case .notAFile, .notAFolder: "remove it; a store contains only regular files and folders"
    case .reservedKey: "choose another name; folder stores use this one internally"
    case .invalidLocation(_, let fault): fault.remedy
    case .brokenPromise:
      "use a store with conditional writes; with another one, two publishers overwrite each other"
    case .s3(_, let fault): fault.remedy
    case .aws(let fault): fault.remedy
    }
  }

  package var exitStatus: ExitStatus {
    switch self {
    case .notAFile, .notAFolder: .badData
    case .reservedKey, .invalidLocation: .usage
    case .brokenPromise: .unavailable
    case .s3(_, let fault): fault.exitStatus
    case .aws(let fault): fault.exitStatus
    }
  }
}

extension FileStatus.Kind {
  /// The name of the type, for messages.
  fileprivate var name: String {
    switch self {
    case .file: "regular file"
    case .folder: "folder"
    case .symlink: "symlink"
    case .special: "device, pipe or socket"
    }
  }
}
