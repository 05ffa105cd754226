/// The metadata files stored on a device, by file name.
package struct StoredMetadata: Sendable {
  /// Returns the contents of a file, or `nil` if it is missing.
  typealias Reader = @Sendable (String) throws -> [UInt8]?

  /// The name of the second copy of the root metadata.
  ///
  /// If `root.json` is damaged and there is no copy, the device returns to the root metadata that
  /// ships with the app. It then does not know which keys were withdrawn, nor the newest timestamp.
  /// The name lacks the suffix `.json`, because that suffix marks a role.
  static let rootCopy = "root-copy"

  /// The contents of the files in memory, by names such as `root.json`.
  var files: [String: [UInt8]]
  /// The names of the files that are read on demand.
  private var unreadFiles: Set<String> = []
  private var reader: Reader = { _ in nil }

  package init(_ files: [String: [UInt8]] = [:]) { self.files = files }

  /// Creates stored metadata for a folder; `reader` reads `unreadFiles` on demand.
  init(
    _ files: [String: [UInt8]], unreadFiles: Set<String>, reader: @escaping Reader
  ) {
    self.files = files
    self.unreadFiles = unreadFiles
    self.reader = reader
  }

  /// The contents of a top-level role's file.
  package subscript(role: TopLevelRole) -> [UInt8]? { files[role.file] }

  /// The names of all files.
  var names: Set<String> { unreadFiles.union(files.keys) }

  /// Returns the contents of a file, or `nil` if it is missing.
  ///
  /// - Throws: The error of the reader.
  func contents(of file: String) throws -> [UInt8]? {
    try files[file] ?? (unreadFiles.contains(file) ? reader(file) : nil)
  }

  /// Applies a change requested by an update.
  mutating func apply(_ change: MetadataChange) {
    switch change {
    case .store(let file, let bytes): files[file] = bytes
    case .remove(let file): files[file] = nil
    }
    unreadFiles.remove(change.file)
  }
}

/// A change of the stored metadata files.
package enum MetadataChange: Sendable, Equatable {
  /// Writes a file.
  case store(file: String, [UInt8])
  /// Deletes a file.
  case remove(file: String)

  /// The name of the file.
  var file: String {
    switch self {
    case .store(let file, _), .remove(let file): file
    }
  }
}

/// A request for a metadata file from the server.
package struct MetadataRequest: Sendable, Equatable {
  /// The path relative to the metadata folder, percent-encoded, for example `2.root.json`.
  package let path: String
  /// The maximum length, in bytes.
  package let maximumLength: Int
  /// A Boolean value that indicates whether the update continues without the file.
  let mayBeMissing: Bool
}

/// The server's response to a request.
package enum MetadataResponse: Sendable {
  /// The contents of the file.
  case bytes([UInt8])
  /// The server lacks the file.
  case missing
  /// The server lacks the file or denies access to it: it responded with 403.
  case denied
  /// The file exceeds the limit of the request.
  case tooLong
}
