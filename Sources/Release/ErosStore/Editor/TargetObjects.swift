import ErosCore
import ErosCrypto
package import ErosFiles
package import ErosTrust

/// Longer bundles are refused, so that a stolen channel key cannot fill the disk of a publisher.
private let maximumDownload: Int64 = 4 << 30

/// Reads and writes files that metadata lists.
extension ObjectReader {
  /// Reads a small target, and verifies its length and digest.
  ///
  /// - Throws: ``PublishError/damagedObject(_:expected:)`` if they differ.
  package func target(_ path: String, _ file: TargetFile, limit: Int) async throws -> [UInt8] {
    let key = try StoreLayout.target(path, file)
    let object = try await read(key, limit: min(limit, Int(clamping: file.length)))
    guard let bytes = object?.bytes, try file.matches(bytes) else {
      throw PublishError.damagedObject(key.text, expected: "the file that metadata names")
    }
    return bytes
  }

  /// Downloads a target into a new file, and verifies its length and digest.
  ///
  /// - Returns: `nil` if the store lacks the target.
  /// - Throws: ``PublishError/damagedObject(_:expected:)`` if they differ or the file is too large.
  package func download(
    _ path: String, _ file: TargetFile, to folder: Folder, name: String
  ) async throws -> ReadableFile? {
    let key = try StoreLayout.target(path, file)
    guard file.length <= maximumDownload else {
      throw PublishError.damagedObject(key.text, expected: "a file of at most 4 GiB")
    }
    try folder.removeTree(name)
    var output = try folder.newFile(name)
    let condition = try await check(key, file) { part in
      var bytes: [UInt8] = []
      bytes.reserveCapacity(part.count)
      bytes.append(part)
      try output.write(bytes)
    }
    try output.close()
    switch condition {
    case .intact: return try folder.openFile(name)
    case .missing: return nil
    case .damaged:
      throw PublishError.damagedObject(key.text, expected: "the file that metadata names")
    }
  }

  /// Reads a target, and compares its length and digest with the metadata.
  ///
  /// - Parameters:
  ///   - key: The object.
  ///   - file: The record in metadata.
  ///   - sink: Called with each part, before the digest is known.
  /// - Returns: The condition of the object: intact, missing or damaged.
  /// - Throws: `TransportError` if the store is unreachable, or the error of `sink`.
  package func check(
    _ key: ObjectKey, _ file: TargetFile, into sink: (Span<UInt8>) throws -> Void = { _ in }
  ) async throws -> TargetCondition {
    var hasher = try SHA256Hasher()
    do {
      let status = try await read(key, from: 0, limit: UInt64(clamping: file.length)) { part in
        try hasher.update(part)
        try sink(part)
      }
      guard status != nil else { return .missing }
    } catch ObjectError.tooLong {
      return .damaged
    }
    return file.digest == .sha256(try hasher.finish()) ? .intact : .damaged
  }
}

extension ObjectStore {
  /// Writes an object with its digest in the name, unless the store has it.
  ///
  /// A damaged object is replaced, because no other bytes belong to this name.
  ///
  /// - Throws: ``PublishError/damagedObject(_:expected:)`` if another command replaces it at the
  ///   same time.
  package func put(
    _ key: ObjectKey, _ object: ObjectContents
  ) async throws -> ObjectOrigin {
    guard case .exists = try await create(key, object, cache: .immutable) else { return .uploaded }
    if try await contains(key, ObjectDigest(object.digest)) { return .reused }
    guard try await overwrite(key, object) else {
      throw PublishError.damagedObject(key.text, expected: "the file with the digest in its name")
    }
    return .uploaded
  }

  /// Replaces an object that is damaged but never changes otherwise.
  ///
  /// - Returns: `false` if another command was faster.
  package func overwrite(_ key: ObjectKey, _ object: ObjectContents) async throws -> Bool {
    guard let version = try await status(of: key)?.version,
      case .replaced = try await replace(key, object, expecting: version, cache: .immutable)
    else { return false }
    return true
  }
}

package enum TargetCondition {
  case intact
  case missing
  /// Length or digest differ from the metadata.
  case damaged
}

extension ObjectReader {
  /// Checks that the store has kept a written object.
  ///
  /// This happens before the object becomes visible, so a lost write never harms a device.
  ///
  /// - Throws: ``PublishError/lostWrite(location:reason:)`` if it is missing or has a different
  ///   length.
  func checkWritten(_ key: ObjectKey, length: Int64?) async throws {
    let storedLength = try await status(of: key)?.length
    guard let storedLength, length == nil || length == Int64(clamping: storedLength) else {
      throw PublishError.lostWrite(
        location: location, reason: "'\(key.text)' is missing or damaged")
    }
  }
}

extension TargetFile {
  func matches(_ bytes: [UInt8]) throws -> Bool {
    try length == Int64(bytes.count) && digest.matches(bytes)
  }

  package init(_ contents: ObjectContents) {
    self.init(length: Int64(contents.digest.size), digest: contents.digest.sha256)
  }
}

extension ObjectDigest {
  /// Describes a target.
  ///
  /// Only SHA-256 is supported, because this project records nothing else.
  package init(_ file: TargetFile) throws(PublishError) {
    guard case .sha256(let digest) = file.digest else {
      throw .damagedObject("\(file.digest)", expected: "a SHA-256 digest")
    }
    self.init(length: UInt64(clamping: file.length), sha256: digest)
  }
}

package enum ObjectOrigin: String, Sendable {
  /// This publication uploaded it.
  case uploaded
  /// An interrupted publication uploaded it.
  case reused
  /// Copied within the store.
  case copied
}
