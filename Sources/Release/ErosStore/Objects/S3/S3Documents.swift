import ErosCore

/// One page of an S3 list.
struct S3ListPage: Equatable {
  /// Fits 1,000 keys of 1,024 bytes, with every byte encoded.
  static let maximumLength = 8 << 20

  struct Item: Equatable {
    var key: String
    var length: UInt64
    var modified: Int64
  }

  var items: [Item] = []
  var next: String?

  init(_ bytes: [UInt8]) throws(S3Failure) {
    let root = try XMLElement.parsing(bytes)
    guard root.name == "ListBucketResult", let isTruncated = root["IsTruncated"],
      ["true", "false"].contains(isTruncated)
    else { throw .malformedResponse(.document) }
    let isEncoded = root["EncodingType"] == "url"
    for element in root.children where element.name == "Contents" {
      guard let name = element["Key"], let key = isEncoded ? Self.decoded(name) : name,
        let size = element["Size"], size.utf8.allSatisfy(\.isDigit), let length = UInt64(size),
        let modified = element["LastModified"].flatMap({ Self.time($0) })
      else { throw .malformedResponse(.document) }
      items.append(Item(key: key, length: length, modified: modified.milliseconds))
    }
    guard isTruncated == "true" else { return }
    guard let token = root["NextContinuationToken"], !token.isEmpty else {
      throw .malformedResponse(.document)
    }
    next = token
  }

  /// In a form-encoded key, `+` is a space.
  private static func decoded(_ key: String) -> String? {
    key.replacing("+", with: "%20").percentDecoded
  }

  /// Parses a time such as `2026-11-21T10:11:12.000Z`.
  ///
  /// The fraction is optional.
  private static func time(_ text: String) -> Timestamp? {
    guard let dot = text.utf8.firstIndex(of: UInt8(ascii: ".")) else { return Timestamp(utc: text) }
    let fraction = text[dot...].dropFirst().dropLast()
    guard text.hasSuffix("Z"), (1...9).contains(fraction.utf8.count),
      fraction.utf8.allSatisfy(\.isDigit)
    else { return nil }
    return Timestamp(utc: text[..<dot] + "Z")
  }
}

/// Such as `<Error><Code>NoSuchKey</Code>…</Error>`.
struct S3ErrorDocument: Equatable {
  var code: String
  /// In a redirect, the region to use.
  var region: String?
  /// In a redirect, the host to use.
  var endpoint: String?

  private static func isHost(_ text: String) -> Bool {
    (1...255).contains(text.utf8.count)
      && text.utf8.allSatisfy { $0.isAlphanumeric || ".-:".utf8.contains($0) }
  }

  /// Returns `nil` if the document is not an S3 error.
  init?(_ bytes: [UInt8]) {
    guard let root = try? XMLElement.parse(bytes), root.name == "Error", let code = root["Code"],
      !code.isEmpty, code.utf8.count <= 64, code.utf8.allSatisfy(\.isAlphanumeric)
    else { return nil }
    self.code = code
    region = root["Region"].flatMap { AWSSettings.isRegion($0) ? $0 : nil }
    endpoint = root["Endpoint"].flatMap { Self.isHost($0) ? $0 : nil }
  }
}
