package import ErosCore

extension PageReference {
  package static let miniProgramFile = "app.json"

  private typealias Named = (path: String, key: String, node: JSONNode)

  /// Returns the pages that a mini program's configuration names, each at its first reference.
  ///
  /// Skips empty paths, plugin URLs, and values that are not strings. If there is no list of pages,
  /// the file belongs to some unrelated tool and the result is empty.
  ///
  /// - Throws: `JSONError` if the input is malformed. Comments are allowed, as in build tools.
  package static func inMiniProgram(
    _ text: [UInt8], file: String
  ) throws(JSONError) -> [PageReference] {
    let document = try JSONReader.read(
      text, file: file, syntax: .javaScript, limits: NativeConfig.limits)
    guard let root = document.value.object, root["pages"]?.array != nil else { return [] }
    let named = pages(of: root) + subpackagePages(of: root) + tabPages(of: root)
    let positions = TextPosition.positions(ofBytes: named.map(\.node.range.lowerBound), in: text)
    var files: Set<String> = []
    return zip(named, positions)
      .map { PageReference(path: $0.path, key: $0.key, position: $1) }
      .filter { files.insert($0.file).inserted }
  }

  private static func pages(
    of object: JSONObject, _ key: String = "", below folder: String = ""
  ) -> [Named] {
    let nodes = object["pages"]?.array ?? []
    return nodes.enumerated().compactMap { index, node in
      named(node, "\(key)pages[\(index)]", below: folder)
    }
  }

  private static func subpackagePages(of root: JSONObject) -> [Named] {
    ["subPackages", "subpackages"].flatMap { key in
      (root[key]?.array ?? []).enumerated().flatMap { index, node -> [Named] in
        guard let part = node.value.object, let folder = part["root"]?.string else { return [] }
        return pages(of: part, "\(key)[\(index)].", below: folder)
      }
    }
  }

  /// Alipay keeps its tabs in `items`, most mini programs keep them in `list`.
  private static func tabPages(of root: JSONObject) -> [Named] {
    ["items", "list"].flatMap { key in
      (root["tabBar"]?.object?[key]?.array ?? []).enumerated().compactMap { index, tab -> Named? in
        guard let node = tab.value.object?.node(of: "pagePath") else { return nil }
        return named(node, "tabBar.\(key)[\(index)].pagePath", below: "")
      }
    }
  }

  private static func named(
    _ node: JSONNode, _ key: String, below folder: String
  ) -> Named? {
    guard let path = node.value.string, !path.isEmpty, !ConfigText.isAbsoluteURL(path) else {
      return nil
    }
    let components = (folder.pathComponents + path.pathComponents).filter {
      !$0.isEmpty && $0 != "."
    }
    return (components.joined(separator: "/"), key, node)
  }

  /// Returns the file that a mini program's page lacks.
  ///
  /// - Parameter hasFile: Looks up a normalized path in the bundle.
  /// - Returns: The view or the script, or the page itself if both are missing. `nil` if the host
  ///   finds both.
  package func missingFile(hasFile: (String) -> Bool) -> String? {
    guard let page = try? BundlePath(file).string else { return file }
    let hasView = hasFile(page + ".axml")
    // Mini program tools compile TypeScript.
    let hasScript = hasFile(page + ".js") || hasFile(page + ".ts")
    return switch (hasView, hasScript) {
    case (true, true): nil
    case (true, false): page + ".js"
    case (false, true): page + ".axml"
    case (false, false): page
    }
  }
}
