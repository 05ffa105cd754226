package import ErosCore
package import ErosCrypto

/// The length and the digests that metadata records for a file.
package struct FileRecord: Sendable {
  /// The number of bytes; `nil` if it is not recorded.
  package var length: Int64?
  /// The digest; `nil` if it is not recorded.
  package var digest: RecordedDigest?
  /// The digests of other algorithms, which are not verified.
  private(set) var otherDigests: [String: JSONValue] = [:]

  package init(length: Int64?, digest: RecordedDigest?) {
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
    digest = .sha256(try SHA256Digest.of(bytes.span))
  }

  /// Reads `length` and `hashes`.
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

  /// Returns whether `bytes` have the recorded length and digest.
  package func matches(_ bytes: [UInt8]) throws(CryptoError) -> Bool {
    if let length, length != Int64(bytes.count) { return false }
    return try digest?.matches(bytes.span) ?? true
  }
}

/// A metadata file that other metadata names.
package struct MetadataReference: Sendable {
  /// The version of the file.
  package var version: Int64
  /// The length and the digest of the file, if they are recorded.
  package var record: FileRecord
  /// The fields that the specification does not define.
  package var unknown: [String: JSONValue] = [:]

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
