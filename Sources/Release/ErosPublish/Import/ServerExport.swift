import ErosCore
package import ErosStore
import ErosTrust

/// Records from an eros-publish server: its `/app/list` response, or a database export.
///
/// Each record offered one bundle to one version of the app per platform.
package struct ServerExport: Sendable {
  /// In bytes.
  package static let maximumLength = 64 << 20

  struct Record: Sendable, Equatable {
    /// Position in the file, from 1.
    let number: Int
    let app: String
    let jsVersion: BundleVersion
    /// Build time in milliseconds since 1970.
    let built: Int64
    let native: [Platform: String]
  }

  /// The name of the file in findings.
  let file: String
  /// The valid records only.
  private(set) var records: [Record] = []
  private(set) var findings: [Finding] = []
  /// The number of all records, valid or not.
  private(set) var count = 0

  /// Parses an export.
  ///
  /// The document is a list of records, an object with that list in `data`, or one record per line
  /// as `mongoexport` writes it.
  ///
  /// - Parameters:
  ///   - bytes: The document.
  ///   - file: Its name in errors and findings.
  /// - Throws: ``PublishError/badExport(_:reason:)`` if it contains no records.
  package init(_ bytes: [UInt8], file: String) throws(PublishError) {
    self.file = file
    var unknown: [String: Int] = [:]
    let values: [JSONValue]
    do {
      values = try Self.values(bytes, file: file)
    } catch {
      throw .badExport(file, reason: JSONFieldFailure.reason(for: error))
    }
    guard !values.isEmpty else { throw .badExport(file, reason: "it has no records") }
    count = values.count
    for (index, value) in values.enumerated() {
      do {
        records.append(try Record(value, number: index + 1, &unknown))
      } catch {
        findings.append(
          Finding(
            ImportFindingCode.recordInvalid, file: file, subject: "record \(index + 1)",
            "\(error)"))
      }
    }
    for (name, count) in unknown.sorted(by: { inByteOrder($0.key, $1.key) }) {
      findings.append(
        Finding(
          ImportFindingCode.fieldIgnored, file: file, subject: name,
          "the field of \(Self.count(count)) is not imported"))
    }
  }

  static func count(_ records: Int) -> Message { records == 1 ? "1 record" : "\(records) records" }

  // MARK: - Documents

  private static func values(_ bytes: [UInt8], file: String) throws -> [JSONValue] {
    let limits = JSONReader.Limits(bytes: maximumLength, values: 4_000_000)
    let lines = bytes.split { $0 == 0x0A || $0 == 0x0D }
    let isObjectPerLine =
      lines.count > 1 && lines.allSatisfy { $0.first == 0x7B && $0.last == 0x7D }
    guard !isObjectPerLine else {
      return try lines.map { try JSONReader.read(Array($0), file: file, limits: limits).value }
    }
    let document = try JSONReader.read(bytes, file: file, limits: limits).value
    if let list = document.array { return list.map(\.value) }
    guard document.object != nil else {
      throw JSONFieldFailure("it is \(document.kindName), expected a list of records")
    }
    var fields = try JSONFields(document, "the document")
    return try fields.optionalArray("data")?.map(\.value) ?? [document]
  }
}

extension ServerExport.Record {
  /// Fields that say nothing about a release: database fields, and the URL prefix of bundles.
  private static let ignoredFields: Set = ["_id", "__v", "createTime", "jsPath"]
  /// The largest integer that every JSON reader represents exactly.
  private static let maximumTime = 0x1p53

  /// Parses a record.
  ///
  /// Fields that it does not know are counted in `unknown`.
  fileprivate init(
    _ value: JSONValue, number: Int, _ unknown: inout [String: Int]
  ) throws(JSONFieldFailure) {
    var fields = try JSONFields(value, "the record")
    self.number = number
    app = try fields.nonemptyString("appName")
    jsVersion = try fields.digest("jsVersion")
    built = try fields.value(
      "timestamp", expected: "a time in milliseconds since 1970", Self.time)
    native = try Self.native(&fields)
    guard !native.isEmpty else { throw JSONFieldFailure("'iOS' and 'android' are missing") }
    for member in fields.unread where !Self.ignoredFields.contains(member.key) {
      unknown[member.key, default: 0] += 1
    }
  }

  /// Reads app versions.
  ///
  /// Databases hold `null` or an empty string for a platform with no app.
  private static func native(
    _ fields: inout JSONFields
  ) throws(JSONFieldFailure) -> [Platform: String] {
    var native: [Platform: String] = [:]
    for platform in Platform.allCases {
      if case .null = fields.optionalValue(platform.manifestKey) { continue }
      guard let version = try fields.optionalString(platform.manifestKey), !version.isEmpty
      else { continue }
      native[platform] = version
    }
    return native
  }

  /// Parses a time.
  ///
  /// MongoDB may write it as `1.5e12`, `1500000000000.0` or `{"$numberLong": "1500000000000"}`.
  private static func time(_ value: JSONValue) -> Int64? {
    switch value {
    case .number(let text), .string(let text):
      guard let time = Double(text), time >= 0, time <= maximumTime else { return nil }
      return Int64(exactly: time)
    case .object(let object):
      guard let member = object.members.first, object.members.count == 1,
        ["$numberLong", "$numberDouble"].contains(member.key),
        case .string = member.node.value
      else { return nil }
      return Self.time(member.node.value)
    default: return nil
    }
  }
}
