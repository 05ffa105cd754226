public import ErosCore
import ErosCrypto

/// A manifest in which every field can be made invalid.
public struct ForgedManifest: Sendable {
  /// An item of `filesMd5`.
  ///
  /// Values are JSON source.
  public struct Item: Sendable {
    public var fields: [(key: String, value: String)]

    public subscript(key: String) -> String? {
      get { fields.first { $0.key == key }?.value }
      set { replace(key, with: newValue, in: &fields) }
    }
  }

  /// Items of `filesMd5`, in path order.
  public var items: [Item]
  /// Fields after `filesMd5`.
  ///
  /// Values are JSON source.
  public var fields: [(key: String, value: String)]

  /// Creates a valid manifest of `files`.
  ///
  /// With `isExtended` it also has this project's keys.
  public init(_ files: [String: [UInt8]], isExtended: Bool = false) throws {
    let sorted = files.sorted { inByteOrder($0.key, $1.key) }
    items = try sorted.map { name, bytes in
      var fields = [
        ("page", "\"/\(name)\""), ("md5", "\"\(try MD5Digest.of(bytes.span))\""),
      ]
      if isExtended {
        fields += [
          ("sha256", "\"\(try SHA256Digest.of(bytes.span))\""), ("size", "\(bytes.count)"),
        ]
      }
      return Item(fields: fields)
    }
    fields = [
      ("android", "\"1.0.0\""), ("iOS", "\"1.0.0\""), ("appName", "\"demo\""),
      ("jsVersion", "\"\(try Self.version(of: Array(files.values)))\""),
      ("timestamp", "1500000000000"), ("jsPath", "\"http://updates.test/app/\""),
    ]
    if isExtended { fields.append(("treeHash", "\"\(try Self.treeHash(of: files))\"")) }
  }

  /// Returns the `jsVersion` of files with these contents.
  public static func version(of contents: [[UInt8]]) throws -> BundleVersion {
    try BundleVersion.of(try contents.map { try MD5Digest.of($0.span) })
  }

  private static func treeHash(of files: [String: [UInt8]]) throws -> TreeHash {
    try TreeHash.of(
      try files.map { name, bytes in
        let digest = FileDigest(
          size: UInt64(bytes.count), md5: try .of(bytes.span), sha256: try .of(bytes.span))
        return BundleFile(path: try BundlePath(name), digest: digest)
      })
  }

  /// A field after `filesMd5`.
  ///
  /// `nil` omits it.
  public subscript(key: String) -> String? {
    get { fields.first { $0.key == key }?.value }
    set { replace(key, with: newValue, in: &fields) }
  }

  public var text: String {
    let list = items.map { "{\(joined($0.fields))}" }.joined(separator: ",")
    return "{\(joined([("filesMd5", "[\(list)]")] + fields))}"
  }

  private func joined(_ fields: [(key: String, value: String)]) -> String {
    fields.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ",")
  }
}

private func replace(
  _ key: String, with value: String?, in fields: inout [(key: String, value: String)]
) {
  let index = fields.firstIndex { $0.key == key }
  switch (index, value) {
  case (let index?, let value?): fields[index].value = value
  case (let index?, nil): fields.remove(at: index)
  case (nil, let value?): fields.append((key, value))
  case (nil, nil): break
  }
}

extension ZipForge {
  /// Returns a valid bundle of `files`, uncompressed, with `md5.json` as the first entry.
  ///
  /// `change` modifies the manifest, and `text` replaces it.
  public static func bundle(
    files: [String: [UInt8]], isExtended: Bool = false, text: [UInt8]? = nil,
    manifest change: (inout ForgedManifest) -> Void = { _ in }
  ) throws -> ZipForge {
    var manifest = try ForgedManifest(files, isExtended: isExtended)
    change(&manifest)
    let sorted = files.sorted { inByteOrder($0.key, $1.key) }
    return ZipForge(
      [Entry(Array("md5.json".utf8), text ?? Array(manifest.text.utf8))]
        + sorted.map { name, bytes in Entry(name).with { $0.content = bytes } })
  }
}
