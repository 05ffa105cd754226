import ErosCore

/// Reads objects from a store: a folder, an S3 bucket, or a web server.
///
/// When a store fails, the error depends on its kind: `FileError` for a folder, `StoreError` for a
/// bucket, and `TransportError` if no server can be reached. Every method that uses a store can
/// throw these.
package protocol ObjectReader: Sendable {
  /// The location as the user gave it.
  var location: String { get }

  /// Returns the length and version of an object, or `nil` if it does not exist.
  ///
  /// - Throws: ``ObjectError`` if the object cannot be read, or `CancellationError`.
  func status(of key: ObjectKey) async throws -> ObjectStatus?

  /// Reads an object from an offset on, part by part.
  ///
  /// - Parameters:
  ///   - key: The object.
  ///   - offset: The offset of the first byte, at most the length of the object.
  ///   - limit: The maximum number of bytes to pass to `sink`.
  ///   - sink: Called with each part.
  /// - Returns: The status of the object, or `nil` if it does not exist. Then `sink` was never
  ///   called.
  /// - Throws: ``ObjectError/tooLong(_:limit:)`` if there are more bytes, or the error of `sink`.
  ///   After a temporary failure, the parts passed so far stay valid, and you can continue after
  ///   them.
  func read(
    _ key: ObjectKey, from offset: UInt64, limit: UInt64, into sink: (Span<UInt8>) throws -> Void
  ) async throws -> ObjectStatus?

  /// Reads an object into memory, unless you already know its version.
  ///
  /// - Parameters:
  ///   - key: The object.
  ///   - limit: The maximum number of bytes.
  ///   - version: The version you know, or `nil` to read in any case.
  /// - Returns: The contents, or why there are none.
  /// - Throws: ``ObjectError/tooLong(_:limit:)`` if the object is longer than `limit`.
  func read(_ key: ObjectKey, limit: Int, unless version: ObjectVersion?) async throws
    -> ConditionalRead

  /// Downloads an object, or continues downloading the same version.
  ///
  /// - Parameters:
  ///   - key: The object.
  ///   - length: The expected length in bytes. It sets the time limit.
  ///   - download: Takes the bytes, and knows where to continue.
  /// - Returns: `false` if the object does not exist.
  /// - Throws: The error of `download`, or `TransportError` if the store is unreachable. Bytes that
  ///   `download` has received stay valid.
  func download(
    _ key: ObjectKey, length: UInt64, into download: some ObjectDownload
  ) async throws -> Bool
}

package enum ConditionalRead: Sendable {
  /// The object has another version than the known one.
  case contents([UInt8], ObjectStatus)
  case unchanged
  case missing
  /// The server responded with 403, as a bucket that cannot be listed does for a missing object.
  case denied
}

package struct ObjectStatus: Sendable, Equatable {
  /// Bytes in the full object, or `nil` if a web server does not tell.
  package let length: UInt64?
  /// `nil` if a web server sends no entity tag that identifies the bytes.
  package let version: ObjectVersion?

  package init(length: UInt64?, version: ObjectVersion?) {
    self.length = length
    self.version = version
  }
}

/// Identifies the contents of an object, for example by an entity tag with its quotes.
package struct ObjectVersion: Sendable, Hashable {
  /// In bytes, for versions stored on a device.
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
  /// - Throws: ``ObjectError/tooLong(_:limit:)`` if the object is longer than `limit`.
  package func read(
    _ key: ObjectKey, limit: Int
  ) async throws -> (bytes: [UInt8], status: ObjectStatus)? {
    var bytes: [UInt8] = []
    let status = try await read(key, from: 0, limit: UInt64(limit)) { bytes.append($0) }
    return status.map { (bytes, $0) }
  }

  package func read(
    _ key: ObjectKey, limit: Int, unless version: ObjectVersion?
  ) async throws -> ConditionalRead {
    if let version, try await status(of: key)?.version == version { return .unchanged }
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
