package import ErosCore
import ErosCrypto

/// The length and digests of a file, as metadata records them.
package struct FileRecord: Sendable {
  /// In bytes, or `nil` if not recorded.
  package var length: Int64?
  package var digest: RecordedDigest?
  /// Digests by unsupported algorithms, kept but never verified.
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

  package init(of bytes: [UInt8]) throws(CryptoError) {
    length = Int64(bytes.count)
    digest = .sha256(try SHA256Digest.of(bytes))
  }

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

  /// Checks whichever of length and digest is recorded.
  package func matches(_ bytes: [UInt8]) throws(CryptoError) -> Bool {
    if let length, length != Int64(bytes.count) { return false }
    return try digest?.matches(bytes) ?? true
  }
}

/// A reference to a metadata file in other metadata.
package struct MetadataReference: Sendable {
  package var version: Int64
  package var record: FileRecord
  /// Fields that the specification does not define.
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
