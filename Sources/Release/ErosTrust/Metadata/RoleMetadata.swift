package import ErosCore

/// Signed contents of one kind of metadata file.
package protocol RoleMetadata: Sendable {
  static var type: TopLevelRole { get }

  var header: MetadataHeader { get set }
  /// Fields that the specification does not define.
  var unknown: [String: JSONValue] { get set }

  /// Parses the fields specific to the type. Unread fields become ``unknown``.
  init(header: MetadataHeader, _ fields: inout JSONFields) throws(JSONFieldFailure)

  /// The fields specific to the type.
  var fields: [String: JSONValue] { get }

  /// Metadata files that this file lists.
  var references: [(file: String, version: Int64)] { get }
}

extension RoleMetadata {
  package var references: [(file: String, version: Int64)] { [] }

  package var version: Int64 {
    get { header.version }
    set { header.version = newValue }
  }

  /// Milliseconds since 1970.
  package var expires: Int64 {
    get { header.expires.milliseconds }
    set { header.expires = Timestamp(milliseconds: newValue) }
  }

  package var json: JSONValue {
    .sorted(
      unknown.merging(fields) { $1 }.merging([
        "_type": .string(Self.type.rawValue), "spec_version": .string(header.specification),
        "version": .integer(header.version), "expires": .string(header.expires.utc),
      ]) { $1 })
  }

  /// Parses the signed object.
  ///
  /// - Throws: ``JSONFieldFailure`` if a field is invalid or `_type` is not ``type``.
  init(_ value: JSONValue) throws(JSONFieldFailure) {
    var fields = try JSONFields(value, "'signed'")
    let type = try fields.string("_type")
    guard type == Self.type.rawValue else {
      throw JSONFieldFailure("its type is '\(type.shortenedForDisplay())', expected '\(Self.type)'")
    }
    let header = try MetadataHeader(&fields)
    try self.init(header: header, &fields)
    unknown = fields.unknown
  }
}

/// Fields that all metadata files have.
package struct MetadataHeader: Sendable {
  /// The TUF version that this project writes.
  static let currentSpecification = "1.0.34"
  private static let supportedSpecification = "1"

  /// The TUF version.
  var specification: String
  /// Counts up from 1.
  package var version: Int64
  package var expires: Timestamp

  package init(version: Int64, expires: Timestamp) {
    specification = Self.currentSpecification
    self.version = version
    self.expires = expires
  }

  init(_ fields: inout JSONFields) throws(JSONFieldFailure) {
    specification = try fields.string("spec_version")
    let numbers = specification.split(separator: ".", omittingEmptySubsequences: false)
    guard (2...3).contains(numbers.count), numbers.allSatisfy(\.isNumber) else {
      throw JSONFieldFailure(
        "'spec_version' is '\(specification.shortenedForDisplay())', not a version")
    }
    guard numbers[0] == Self.supportedSpecification else {
      throw JSONFieldFailure(
        "it follows version \(specification.shortenedForDisplay()) of TUF, expected version 1")
    }
    version = try fields.integer("version", from: 1)
    let date = try fields.string("expires")
    guard let expires = Timestamp(utc: date) else {
      throw JSONFieldFailure(
        "'expires' is '\(date.shortenedForDisplay())', expected a date such as 2030-01-01T00:00:00Z"
      )
    }
    self.expires = expires
  }
}

extension Substring {
  fileprivate var isNumber: Bool { !isEmpty && utf8.allSatisfy(\.isDigit) }
}
