package import ErosCore
import ErosCrypto

/// The recorded length and digests of a file.
package struct FileRecord: Sendable {
  /// The length in bytes, or `nil` if it is not recorded.
  package var length: Int64?
  /// The digest, or `nil` if it is not recorded.
  package var digest: RecordedDigest?
  /// The digests of other algorithms; they are not verified.
  private(set) var otherDigests: [String: JSONValue] = [:]

  init(length: Int64?, digest: RecordedDigest?) {
    self.length = length
    self.digest = digest
  }

  init(length: Int64, digest: RecordedDigest, otherDigests: [String: JSONValue]) {
    self.length = length
    self.digest = digest
    self.otherDigests = otherDigests
  }

  /// Returns the record of a file with the given contents.
  package init(of bytes: [UInt8]) throws(CryptoError) {
    length = Int64(bytes.count)
    digest = .sha256(try SHA256Digest.of(bytes))
  }

  /// Parses `length` and `hashes`.
  init(_ fields: inout JSONFields, of file: String) throws(JSONFieldFailure) {
    length = try fields.optionalInteger("length", from: 0)
    guard let hashes = fields.optionalValue("hashes") else { return }
    var digests = try JSONFields(hashes, "'hashes' of '\(file)'")
    digest = try RecordedDigest(&digests)
    otherDigests = digests.unknown
  }

  var fields: [String: JSONValue] {
    var fields: [String: JSONValue] = [:]
    if let length { fields["length"] = .integer(length) }
    if let digest {
      fields["hashes"] = .sorted(otherDigests.merging(digest.field) { $1 })
    }
    return fields
  }

  /// Returns whether `bytes` match the recorded length and digest.
  package func matches(_ bytes: [UInt8]) throws(CryptoError) -> Bool {
    if let length, length != Int64(bytes.count) { return false }
    return try digest?.matches(bytes) ?? true
  }
}

/// A reference to another metadata file.
package struct MetadataReference: Sendable {
  /// The version of the file.
  package var version: Int64
  /// The recorded length and digest of the file.
  package var record: FileRecord
  /// The fields that the specification does not define.
  var unknown: [String: JSONValue] = [:]

  package init(version: Int64, record: FileRecord = FileRecord(length: nil, digest: nil)) {
    self.version = version
    self.record = record
  }

  init(_ value: JSONValue, of file: String) throws(JSONFieldFailure) {
    var fields = try JSONFields(value, "the record of '\(file.shortenedForDisplay())'")
    version = try fields.integer("version", from: 1)
    record = try FileRecord(&fields, of: file.shortenedForDisplay())
    unknown = fields.unknown
  }

  var json: JSONValue {
    .sorted(unknown.merging(record.fields) { $1 }.merging(["version": .integer(version)]) { $1 })
  }
}
