import ErosCore
import ErosFiles
import ErosTrust

/// A store cannot be used as expected.
///
/// Messages contain no credentials, URL queries, or header values.
enum StoreError: ErosError, Equatable {
  /// The name of an object belongs to an item in a folder store that is not a regular file.
  case notAFile(String, FileStatus.Kind)
  /// The name of a folder belongs to another kind of item in a folder store.
  case notAFolder(String, FileStatus.Kind)
  /// Folder stores use this key for a temporary file or the lock.
  case reservedKey(ObjectKey)

  case missing(String)
  case invalidLocation(String, StoreLocation.Failure)
  /// The store breaks a promise that publishers rely on.
  case brokenPromise(String, StorePromise, response: Message)

  /// A request to an S3-compatible store failed.
  case s3(String, S3Failure)
  /// Settings or credentials from AWS tools cannot be used.
  case aws(AWSFailure)

  var problem: Message {
    switch self {
    case .notAFile(let path, let kind):
      "'\(path.escapedForDisplay)' is a \(kind.name), not a regular file"
    case .notAFolder(let path, let kind):
      "'\(path.escapedForDisplay)' is a \(kind.name), not a folder"
    case .reservedKey(let key): "an object cannot have the name '\(key.text.escapedForDisplay)'"
    case .missing(let path): "the store '\(path.escapedForDisplay)' does not exist"
    case .invalidLocation(let text, let fault): "'\(text.escapedForDisplay)' \(fault.problem)"
    case .brokenPromise(let store, let promise, let response):
      "'\(store.escapedForDisplay)' \(promise.problem): \(response)"
    case .s3(let object, let fault): "'\(object.escapedForDisplay)': \(fault.problem)"
    case .aws(let fault): fault.problem
    }
  }

  var remedy: Message? {
    switch self {
    case .notAFile, .notAFolder: "remove it; a store contains only regular files and folders"
    case .reservedKey: "choose another name; folder stores use this one internally"
    case .missing: "check the path, or create a store with `eros store init`"
    case .invalidLocation(_, let fault): fault.remedy
    case .brokenPromise:
      "use a store with conditional writes; with another one, two publishers overwrite each other"
    case .s3(_, let fault): fault.remedy
    case .aws(let fault): fault.remedy
    }
  }

  var exitStatus: ExitStatus {
    switch self {
    case .notAFile, .notAFolder: .badData
    case .reservedKey, .invalidLocation: .usage
    case .missing: .inputNotFound
    case .brokenPromise: .unavailable
    case .s3(_, let fault): fault.exitStatus
    case .aws(let fault): fault.exitStatus
    }
  }
}

extension FileStatus.Kind {
  fileprivate var name: Message {
    switch self {
    case .file: "regular file"
    case .folder: "folder"
    case .symlink: "symlink"
    case .special: "device, pipe or socket"
    }
  }
}
