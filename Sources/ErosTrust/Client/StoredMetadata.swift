/// The metadata files that a device has stored, by their file name.
package struct StoredMetadata: Sendable {
  /// The contents of the files by names such as `root.json`.
  package var files: [String: [UInt8]]

  package init(_ files: [String: [UInt8]] = [:]) { self.files = files }

  /// The contents of a top-level role's file.
  package subscript(role: TopLevelRole) -> [UInt8]? { files[role.file] }

  /// Applies a change that an update asks for.
  package mutating func apply(_ change: MetadataChange) {
    switch change {
    case .store(let file, let bytes): files[file] = bytes
    case .remove(let file): files[file] = nil
    }
  }
}

/// A change of the stored metadata files.
package enum MetadataChange: Sendable, Equatable {
  /// Writes a file.
  case store(file: String, [UInt8])
  /// Deletes a file.
  case remove(file: String)
}

/// A metadata file that an update needs from the server.
package struct MetadataRequest: Sendable, Equatable {
  /// The path relative to the metadata folder, percent-encoded, for example `2.root.json`.
  package let path: String
  /// The maximum number of bytes.
  package let maximumLength: Int
  /// Whether the update continues without the file.
  package let mayBeMissing: Bool
}

/// The server's answer to a request.
package enum MetadataAnswer: Sendable {
  /// The contents of the file.
  case bytes([UInt8])
  /// The server does not have the file.
  case missing
  /// The file is longer than the limit of the request.
  case tooLong
}
