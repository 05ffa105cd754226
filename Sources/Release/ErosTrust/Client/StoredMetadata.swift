/// The metadata files that a device has stored, by file name.
package struct StoredMetadata: Sendable {
  /// Returns `nil` if the file is missing.
  typealias Reader = @Sendable (String) throws -> [UInt8]?

  /// A second copy of the root metadata.
  ///
  /// If `root.json` gets damaged and there is no copy, a device falls back to the root metadata in
  /// its app. It then has forgotten withdrawn keys and the newest timestamp. The name does not end
  /// in `.json`, because that suffix marks a role.
  static let rootCopy = "root-copy"

  /// Files in memory, by names such as `root.json`.
  var files: [String: [UInt8]]
  /// Files to read on demand.
  private var unreadFiles: Set<String> = []
  private var reader: Reader = { _ in nil }

  package init(_ files: [String: [UInt8]] = [:]) { self.files = files }

  /// Reads `unreadFiles` on demand with `reader`.
  init(
    _ files: [String: [UInt8]], unreadFiles: Set<String>, reader: @escaping Reader
  ) {
    self.files = files
    self.unreadFiles = unreadFiles
    self.reader = reader
  }

  package subscript(role: TopLevelRole) -> [UInt8]? { files[role.file] }

  var names: Set<String> { unreadFiles.union(files.keys) }

  /// Returns `nil` if the file is missing.
  ///
  /// - Throws: `FileError` if the file exists but cannot be read.
  func contents(of file: String) throws -> [UInt8]? {
    try files[file] ?? (unreadFiles.contains(file) ? reader(file) : nil)
  }

  mutating func apply(_ change: MetadataChange) {
    switch change {
    case .store(let file, let bytes): files[file] = bytes
    case .remove(let file): files[file] = nil
    }
    unreadFiles.remove(change.file)
  }
}

package enum MetadataChange: Sendable, Equatable {
  case store(file: String, [UInt8])
  case remove(file: String)

  var file: String {
    switch self {
    case .store(let file, _), .remove(let file): file
    }
  }
}

/// Asks the server for a metadata file.
package struct MetadataRequest: Sendable, Equatable {
  /// Percent-encoded and relative to the metadata folder, for example `2.root.json`.
  package let path: String
  /// In bytes.
  package let maximumLength: Int
  /// If `true`, the update continues when the file is missing.
  let mayBeMissing: Bool
}

package enum MetadataResponse: Sendable {
  case bytes([UInt8])
  case missing
  /// The server responded with 403: the file is missing, or access is denied.
  case denied
  /// The file is longer than requested.
  case tooLong
}
