import ErosCore
import ErosCrypto
package import ErosFiles
package import ErosStore
package import ErosTrust

/// The maximum number of bytes of a bundle, so that a stolen channel key cannot fill the disk of a
/// publisher.
private let maximumDownload: Int64 = 4 << 30

/// The reading and writing of the files that metadata names.
extension ObjectReader {
  /// Returns a small target, whose length and digest are verified.
  ///
  /// - Throws: ``PublishError/damagedObject(_:expected:)``, and the errors of the store.
  func target(_ path: String, _ file: TargetFile, limit: Int) async throws -> [UInt8] {
    let key = try StoreLayout.target(path, file)
    let found = try await read(key, limit: min(limit, Int(clamping: file.length)))
    guard let bytes = found?.bytes, try file.matches(bytes) else {
      throw PublishError.damagedObject(key.text, expected: "the file that metadata names")
    }
    return bytes
  }

  /// Downloads a target into a new file, and verifies its length and digest.
  ///
  /// - Returns: The file; `nil` if the store does not have the target.
  /// - Throws: ``PublishError/damagedObject(_:expected:)``, and the errors of the store.
  package func download(
    _ path: String, _ file: TargetFile, to folder: Folder, name: String
  ) async throws -> ReadableFile? {
    let key = try StoreLayout.target(path, file)
    guard file.length <= maximumDownload else {
      throw PublishError.damagedObject(key.text, expected: "a file of at most 4 GiB")
    }
    let download = try TargetDownload(in: folder, name: name)
    let damaged = PublishError.damagedObject(key.text, expected: "the file that metadata names")
    do {
      let status = try await read(key, from: 0, limit: UInt64(clamping: file.length)) {
        try download.write($0)
      }
      guard status != nil else { return nil }
    } catch StoreError.tooLong {
      throw damaged
    }
    guard try download.finish() == file.digest else { throw damaged }
    return try folder.openFile(name)
  }
}

extension ObjectReader {
  /// Checks that the store has an object, in case it loses writes.
  ///
  /// This is done before the object becomes visible, so a lost write never harms a device.
  ///
  /// - Throws: ``PublishError/lostWrite(location:reason:)``, and the errors of the store.
  func checkWritten(_ key: ObjectKey, length: Int64?) async throws {
    let found = try await status(of: key)?.length
    guard let found, length == nil || length == Int64(clamping: found) else {
      throw PublishError.lostWrite(
        location: location, reason: "'\(key.text)' is missing or damaged")
    }
  }
}

extension TargetFile {
  func matches(_ bytes: [UInt8]) throws -> Bool {
    try length == Int64(bytes.count) && digest.matches(bytes.span)
  }

  /// The record of new contents.
  init(_ contents: ObjectContents) {
    self.init(length: Int64(contents.digest.size), digest: contents.digest.sha256)
  }
}

/// A file that is hashed while it is written.
private final class TargetDownload {
  private var file: NewFile
  private var hasher: SHA256Hasher

  init(in folder: Folder, name: String) throws {
    try folder.removeTree(name)
    hasher = try SHA256Hasher()
    file = try folder.newFile(name)
  }

  func write(_ part: Span<UInt8>) throws {
    try hasher.update(part)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(part.count)
    bytes.append(part)
    try file.write(bytes)
  }

  /// Closes the file and returns the digest of what was written.
  func finish() throws -> RecordedDigest {
    try file.close()
    return .sha256(try hasher.finish())
  }
}

extension ObjectDigest {
  /// The length and the digest of a target.
  ///
  /// This project records only SHA-256 digests.
  init(_ file: TargetFile) throws(PublishError) {
    guard case .sha256(let digest) = file.digest else {
      throw .damagedObject("\(file.digest)", expected: "a SHA-256 digest")
    }
    self.init(length: UInt64(clamping: file.length), sha256: digest)
  }
}

/// The length and the digest of a file that is read in parts.
struct TargetHash: ~Copyable {
  private var hasher: SHA256Hasher
  private(set) var count: UInt64 = 0

  init() throws { hasher = try SHA256Hasher() }

  mutating func update(_ part: Span<UInt8>) throws {
    try hasher.update(part)
    count += UInt64(part.count)
  }

  mutating func digest() throws -> RecordedDigest { .sha256(try hasher.finish()) }
}
