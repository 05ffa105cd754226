extension BundleManifest {
  /// The range of valid timestamps, up to the end of the year 9999.
  public static let timestamps: ClosedRange<Int64> = 0...253_402_300_799_999

  /// Parses and checks a manifest.
  ///
  /// Unknown keys are accepted, because both clients ignore them.
  ///
  /// - Parameters:
  ///   - bytes: The JSON document.
  ///   - name: The name of the zip entry or file in findings.
  ///   - limits: The limits on the document. They bound memory: a JSON tree needs several times the
  ///     memory of its document.
  /// - Returns: The findings, and the manifest unless one of them is an error.
  public static func read(
    _ bytes: [UInt8], name: String, limits: JSONReader.Limits = .standard
  ) -> (manifest: BundleManifest?, findings: [Finding]) {
    var findings = BundleFindingList()
    let manifest = read(bytes, name: name, limits: limits, into: &findings)
    return (manifest, findings.all)
  }

  /// Parses and checks a manifest and adds the findings to `findings`.
  package static func read(
    _ bytes: [UInt8], name: String, limits: JSONReader.Limits,
    into findings: inout BundleFindingList
  ) -> BundleManifest? {
    do throws(JSONError) {
      let node = try JSONReader.read(bytes, file: name, limits: limits)
      guard let object = node.value.object else {
        findings.add(
          .manifestMalformed, subject: name,
          "expected an object, found \(node.value.kindName)")
        return nil
      }
      var reading = ManifestReading(object, name: name, findings)
      let manifest = reading.manifest()
      findings = reading.findings
      return reading.isValid ? manifest : nil
    } catch {
      findings.add(.manifestMalformed, subject: name, error.problem)
      return nil
    }
  }
}

/// A reader for the fields of a manifest that collects findings.
private struct ManifestReading {
  private let object: JSONObject
  private let name: String
  private(set) var findings: BundleFindingList
  private(set) var isValid = true

  init(_ object: JSONObject, name: String, _ findings: BundleFindingList) {
    self.object = object
    self.name = name
    self.findings = findings
  }

  mutating func manifest() -> BundleManifest? {
    let files = self.files()
    let version: BundleVersion? = digest("jsVersion", in: object, isRequired: true)
    let treeHash: TreeHash? = digest("treeHash", in: object)
    let timestamp = object["timestamp"]?.integer
    if timestamp.map({ !BundleManifest.timestamps.contains($0) }) ?? true {
      refuse("'timestamp' must be the number of milliseconds since 1970")
    }
    var jsPath: String?
    if case .bool(false) = object["jsPath"] {} else { jsPath = text("jsPath") }
    guard let version, let timestamp else { return nil }
    return BundleManifest(
      files: files, android: text("android"), iOS: text("iOS"), appName: text("appName"),
      jsVersion: version, timestamp: timestamp, jsPath: jsPath, treeHash: treeHash)
  }

  private mutating func files() -> [BundleManifest.File] {
    guard let items = object["filesMd5"]?.array else {
      refuse("'filesMd5' must be an array of files")
      return []
    }
    var files: [BundleManifest.File] = []
    files.reserveCapacity(items.count)
    for (index, item) in items.enumerated() {
      if let file = file(item.value, index: index) { files.append(file) }
    }
    return files
  }

  private mutating func file(_ value: JSONValue, index: Int) -> BundleManifest.File? {
    var prefix: String { "filesMd5[\(index)]." }
    // Compares bytes: a slash followed by a combining mark is a different Swift character.
    guard let item = value.object, let page = item["page"]?.string,
      page.utf8.first == UInt8(ascii: "/")
    else {
      refuse("'\(prefix)page' must be a path that starts with '/'")
      return nil
    }
    let md5: MD5Digest? = digest("md5", in: item, prefix: prefix, isRequired: true)
    let sha256: SHA256Digest? = digest("sha256", in: item, prefix: prefix)
    var size: UInt64?
    if let value = item["size"] {
      size = value.integer.flatMap { UInt64(exactly: $0) }
      if size == nil { refuse("'\(prefix)size' must be the size in bytes") }
    }
    return md5.map { BundleManifest.File(page: page, md5: $0, sha256: sha256, size: size) }
  }

  private mutating func digest<Digest: HexDigest>(
    _ key: String, in object: JSONObject, prefix: @autoclosure () -> String = "",
    isRequired: Bool = false
  ) -> Digest? {
    guard let value = object[key] else {
      if isRequired { refuse("'\(prefix())\(key)' is missing") }
      return nil
    }
    let digest = value.string.flatMap { Digest($0) }
    if digest == nil {
      refuse("'\(prefix())\(key)' must be \(Digest.byteCount * 2) lowercase hexadecimal digits")
    }
    return digest
  }

  private mutating func text(_ key: String) -> String? {
    switch object[key] {
    case nil, .null: return nil
    case .string(let text): return text
    default:
      refuse("'\(key)' must be a string")
      return nil
    }
  }

  private mutating func refuse(_ message: @autoclosure () -> String) {
    isValid = false
    findings.add(.manifestMalformed, subject: name, message())
  }
}
