extension BundleManifest {
  /// Returns the manifest as compact JSON, with its keys in the old tool's order.
  public func encoded() -> [UInt8] {
    var text = Array("{\"filesMd5\":[".utf8)
    // Writes file by file, because a JSON tree needs many times its document's memory.
    for (index, file) in files.enumerated() {
      if index > 0 { text.append(UInt8(ascii: ",")) }
      text.append(contentsOf: JSONWriter.write(file.json))
    }
    text.append(contentsOf: "],".utf8)
    text.append(contentsOf: JSONWriter.write(summary).dropFirst())
    return text
  }

  /// The manifest without its list of files, as the old tool wrote it to `version.json`.
  public var summary: JSONValue {
    var object = JSONObject()
    object["android"] = android.map { .string($0) }
    object["iOS"] = iOS.map { .string($0) }
    object["appName"] = appName.map { .string($0) }
    object["jsVersion"] = .string(jsVersion.description)
    object["timestamp"] = .number(String(timestamp))
    object["jsPath"] = jsPath.map { .string($0) } ?? .bool(false)
    object["treeHash"] = treeHash.map { .string($0.description) }
    return .object(object)
  }
}

extension BundleManifest.File {
  fileprivate var json: JSONValue {
    var object = JSONObject()
    object["page"] = .string(page)
    object["md5"] = .string(md5.description)
    object["sha256"] = sha256.map { .string($0.description) }
    object["size"] = size.map { .number(String($0)) }
    return .object(object)
  }
}
