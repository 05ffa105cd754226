extension BundleManifest {
  /// Valid timestamps, up to the end of the year 9999.
  public static let timestamps: ClosedRange<Int64> = 0...253_402_300_799_999

  /// Parses and checks a manifest.
  ///
  /// ```swift
  /// let (manifest, findings) = BundleManifest.read(bytes, name: "bundle.config")
  /// ```
  ///
  /// Unknown keys are accepted, because both clients ignore them.
  ///
  /// - Parameters:
  ///   - bytes: The JSON document.
  ///   - name: The name that findings use for the document.
  ///   - limits: Limits on the document, and so on memory: a JSON tree needs several times as much
  ///     as its document.
  /// - Returns: All findings. There is no manifest if one of them is an error.
  public static func read(
    _ bytes: [UInt8], name: String, limits: JSONReader.Limits = .standard
  ) -> (manifest: BundleManifest?, findings: [Finding]) {
    var findings = BundleFindingList()
    let manifest = read(bytes, name: name, limits: limits, into: &findings)
    return (manifest, findings.all)
  }

  /// Like ``read(_:name:limits:)``, but adds to `findings`.
  package static func read(
    _ bytes: [UInt8], name: String, limits: JSONReader.Limits,
    into findings: inout BundleFindingList
  ) -> BundleManifest? {
    let node: JSONNode
    do throws(JSONError) {
      node = try JSONReader.read(bytes, file: name, limits: limits)
    } catch {
      findings.add(.manifestMalformed, subject: name, error.problem)
      return nil
    }
    var list = findings
    var isValid = true
    let fields = JSONFields(node, "") { failure in
      isValid = false
      list.add(.manifestMalformed, subject: name, failure.manifestText)
    }
    let manifest = fields.flatMap { BundleManifest($0) }
    findings = list
    return isValid ? manifest : nil
  }

  /// Reads the fields, and reports what is malformed.
  ///
  /// Returns `nil` if a required field is malformed.
  private init?(_ fields: JSONFields) {
    var fields = fields
    let files = fields.files()
    let version: BundleVersion? = fields.collect { try $0.digest("jsVersion") }
    let treeHash: TreeHash? = fields.collect { try $0.optionalDigest("treeHash") }
    let timestamp = fields.expecting("timestamp", "the number of milliseconds since 1970") {
      $0.integer.flatMap { Self.timestamps.contains($0) ? $0 : nil }
    }
    var jsPath: String?
    if case .bool(false) = fields.optionalValue("jsPath") {} else { jsPath = fields.text("jsPath") }
    guard let version, let timestamp else { return nil }
    self.init(
      files: files, android: fields.text("android"), iOS: fields.text("iOS"),
      appName: fields.text("appName"), jsVersion: version, timestamp: timestamp, jsPath: jsPath,
      treeHash: treeHash)
  }
}

extension JSONFields {
  fileprivate mutating func files() -> [BundleManifest.File] {
    let items = expecting("filesMd5", "an array of files", \.array) ?? []
    var files: [BundleManifest.File] = []
    files.reserveCapacity(items.count)
    for (index, item) in items.enumerated() {
      guard var fields = element(item, Message(verbatim: "filesMd5[\(index)]")),
        let file = fields.file()
      else {
        continue
      }
      files.append(file)
    }
    return files
  }

  private mutating func file() -> BundleManifest.File? {
    // Compares bytes: a slash followed by a combining mark is a different Swift character.
    let page = expecting("page", JSONFieldFailure.pageExpectation) {
      $0.string.flatMap { $0.utf8.first == UInt8(ascii: "/") ? $0 : nil }
    }
    guard let page else { return nil }
    let md5: MD5Digest? = collect { try $0.digest("md5") }
    let sha256: SHA256Digest? = collect { try $0.optionalDigest("sha256") }
    let size: UInt64? = collect {
      try $0.optionalValue("size", expected: "the size in bytes") {
        $0.integer.flatMap { UInt64(exactly: $0) }
      }
    }
    return md5.map { BundleManifest.File(page: page, md5: $0, sha256: sha256, size: size) }
  }

  /// Reads a required value.
  ///
  /// If it is missing, reports that like a wrong value.
  fileprivate mutating func expecting<Value>(
    _ key: String, _ expected: Message, _ convert: (JSONValue) -> Value?
  ) -> Value? {
    collect { fields in
      if let value = try fields.optionalValue(key, expected: expected, convert) { return value }
      throw JSONFieldFailure(
        .wrongValue(expected: expected, found: "nothing"), key: key, object: fields.name,
        node: fields.node)
    }
  }

  /// Reads an optional string, which can also be `null`.
  fileprivate mutating func text(_ key: String) -> String? {
    if case .null = optionalValue(key) { return nil }
    return collect { try $0.optionalString(key) }
  }
}

extension JSONFieldFailure {
  fileprivate static let pageExpectation: Message = "a path that starts with '/'"

  /// Describes the failure as a finding about a manifest.
  fileprivate var manifestText: Message {
    guard let key else {
      guard case .wrongType(let expected, let type) = kind, object == "" else {
        return "'\(Message(verbatim: "\(object).page"))' must be \(Self.pageExpectation)"
      }
      return "expected \(expected), found \(type)"
    }
    let field: Message = object == "" ? "\(key)" : "\(object).\(key)"
    return switch kind {
    case .missing: "'\(field)' is missing"
    case .wrongType(let expected, _), .wrongValue(let expected, _): "'\(field)' must be \(expected)"
    default: clause
    }
  }
}
