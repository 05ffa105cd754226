import ErosCore

/// A source of the objects of a store: a folder, an S3 bucket, or a web server.
package protocol ObjectReader: Sendable {
  /// The location for messages, as given by the user.
  var location: String { get }

  /// Returns the length and the version of an object, or `nil` if it does not exist.
  ///
  /// - Throws: ``ObjectError``, the errors of the store, `FileError`, `TransportError`, or
  ///   `CancellationError`.
  func status(of key: ObjectKey) async throws -> ObjectStatus?

  /// Passes the bytes of an object to `sink`, starting at `offset`.
  ///
  /// - Parameters:
  ///   - key: The object.
  ///   - offset: The offset of the first byte, at most the length of the object.
  ///   - limit: The maximum number of bytes passed to `sink`.
  ///   - sink: Called with each part.
  /// - Returns: The status of the object, or `nil` if it does not exist and `sink` was not called.
  /// - Throws: ``ObjectError/tooLong(_:limit:)`` if there are more bytes, the other errors of
  ///   ``status(of:)``, or the error of `sink`. After a temporary failure, the parts passed to
  ///   `sink` remain valid, and the caller can continue at the offset after them.
  func read(
    _ key: ObjectKey, from offset: UInt64, limit: UInt64, into sink: (Span<UInt8>) throws -> Void
  ) async throws -> ObjectStatus?

  /// Reads an object into memory, unless it still has a known version.
  ///
  /// - Parameters:
  ///   - key: The object.
  ///   - limit: The maximum number of bytes.
  ///   - known: The known version, or `nil` to read the object unconditionally.
  /// - Returns: The contents, or the reason why there are no contents.
  /// - Throws: As ``read(_:from:limit:into:)``.
  func read(_ key: ObjectKey, limit: Int, unless known: ObjectVersion?) async throws
    -> ConditionalRead

  /// Downloads an object, or continues an earlier download of the same version.
  ///
  /// - Parameters:
  ///   - key: The object.
  ///   - length: The expected number of bytes; it determines the time limit.
  ///   - download: The destination; it determines where the download continues.
  /// - Returns: Whether the object exists.
  /// - Throws: The errors of ``status(of:)``, or the error of `download`. The bytes received by
  ///   `download` remain valid.
  func download(
    _ key: ObjectKey, length: UInt64, into download: some ObjectDownload
  ) async throws -> Bool
}

/// The result of a conditional read.
package enum ConditionalRead: Sendable {
  /// The object has another version than the known version.
  case contents([UInt8], ObjectStatus)
  /// The object has the known version.
  case unchanged
  /// The object does not exist.
  case missing
  /// The server responded with 403.
  ///
  /// A bucket that does not allow listing responds like this if the object does not exist.
  case denied
}

/// The length and the version of an object.
package struct ObjectStatus: Sendable, Equatable {
  /// The length of the full object in bytes, or `nil` if a web server does not send it.
  package let length: UInt64?
  /// The version, or `nil` if a web server sends no entity tag that identifies the bytes.
  package let version: ObjectVersion?

  package init(length: UInt64?, version: ObjectVersion?) {
    self.length = length
    self.version = version
  }
}

/// An opaque identifier of the contents of an object, for example an entity tag with its quotes.
package struct ObjectVersion: Sendable, Hashable {
  /// The maximum length of a version stored on a device, in bytes.
  package static let maximumLength = 512

  package let text: String

  package init(_ text: String) { self.text = text }

  /// Parses a stored version, or returns `nil` if it is damaged.
  ///
  /// - Parameter text: At most ``maximumLength`` printable ASCII characters.
  package init?(stored text: String) {
    guard 1...Self.maximumLength ~= text.utf8.count, text.utf8.allSatisfy({ 0x21...0x7E ~= $0 })
    else { return nil }
    self.text = text
  }
}

extension ObjectReader {
  /// Reads an object into memory, or returns `nil` if it does not exist.
  ///
  /// - Throws: As ``read(_:from:limit:into:)``.
  package func read(
    _ key: ObjectKey, limit: Int
  ) async throws -> (bytes: [UInt8], status: ObjectStatus)? {
    var bytes: [UInt8] = []
    let status = try await read(key, from: 0, limit: UInt64(limit)) { bytes.append($0) }
    return status.map { (bytes, $0) }
  }

  package func read(
    _ key: ObjectKey, limit: Int, unless known: ObjectVersion?
  ) async throws -> ConditionalRead {
    if let known, try await status(of: key)?.version == known { return .unchanged }
    guard let (bytes, status) = try await read(key, limit: limit) else { return .missing }
    return .contents(bytes, status)
  }

  package func download(
    _ key: ObjectKey, length: UInt64, into download: some ObjectDownload
  ) async throws -> Bool {
    guard let status = try await status(of: key) else { return false }
    let part = download.nextPart
    let isContinued = part.offset > 0 && part.version != nil && part.version == status.version
    let offset = isContinued ? part.offset : 0
    guard try download.begin(at: offset, status) else {
      return try await self.download(key, length: length, into: download)
    }
    guard try await read(key, from: offset, limit: .max, into: { try download.append($0) }) != nil
    else { return false }
    try download.end()
    return true
  }
}
