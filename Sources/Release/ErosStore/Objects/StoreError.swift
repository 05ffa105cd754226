import ErosCore
import ErosFiles
import ErosTrust

/// An error of a store.
///
/// Messages contain no credentials, no URL queries, and no values of header fields.
enum StoreError: ErosError, Equatable {
  /// An item with the name of an object in a folder store is not a regular file.
  case notAFile(String, FileStatus.Kind)
  /// An item with the name of a folder in a folder store is not a folder.
  case notAFolder(String, FileStatus.Kind)
  /// A key is reserved for a temporary file or the lock of a folder store.
  case reservedKey(ObjectKey)

  /// The folder of a store does not exist.
  case missing(String)
  /// The location of a store is invalid.
  case invalidLocation(String, StoreLocation.Failure)
  /// A store does not do what a publisher relies on.
  case brokenPromise(String, StorePromise, response: Message)

  /// A request for an object or a list of an S3-compatible store failed.
  case s3(String, S3Failure)
  /// Settings or credentials of AWS tools cannot be used.
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
  /// The name of the file type, for messages.
  fileprivate var name: String {
    switch self {
    case .file: "regular file"
    case .folder: "folder"
    case .symlink: "symlink"
    case .special: "device, pipe or socket"
    }
  }
}
