import ErosBundle
import ErosCore

/// A page for a web view: its scripts, and what is missing.
struct WebPage: Sendable {
  private(set) var scripts: [RehearsalSource.Script] = []
  /// Scripts that are not in the source, for example on a server.
  ///
  /// They may define names.
  private(set) var unknownScripts: [String] = []
  /// The relative paths of missing scripts, with the positions of their tags.
  private(set) var missing: [(path: String, position: TextPosition)] = []

  init(_ page: RehearsalSource.Script, in source: RehearsalSource) {
    for element in PageMarkup(page.text).elements {
      switch element {
      case .module: unknownScripts.append("a module")
      case .inline(let range):
        scripts.append(
          RehearsalSource.Script(
            path: page.path, file: page.file, text: Self.blank(page.text, before: range),
            part: scripts.count + 1))
      case .file(let url, let offset): add(url, page, at: offset, in: source)
      }
    }
  }

  private mutating func add(
    _ url: String, _ page: RehearsalSource.Script, at offset: Int, in source: RehearsalSource
  ) {
    let path = String(url.prefix { $0 != "?" && $0 != "#" })
    if path.contains("://") || path.hasPrefix("/") {
      // Rexxar finds a URL in the app's folder by its last two components.
      let suffix = "/" + path.split(separator: "/").suffix(2).joined(separator: "/")
      if let script = source.scripts.first(where: { ("/" + $0.path.string).hasSuffix(suffix) }) {
        scripts.append(script)
      } else {
        unknownScripts.append("'\(url.escapedForDisplay)'")
      }
      return
    }
    let folder = page.path.components.dropLast()
    guard let resolved = Self.resolve(path, in: folder.map(String.init)) else {
      return unknownScripts.append("'\(url.escapedForDisplay)'")
    }
    if let script = source.scripts.first(where: { $0.path.string == resolved }) {
      scripts.append(script)
    } else if source.files.contains(resolved) || resolved.contains(where: { "{}$<%".contains($0) })
    {
      unknownScripts.append("'\(url.escapedForDisplay)'")
    } else {
      let position = TextPosition.positions(ofBytes: [offset], in: page.text)[0]
      missing.append((path, position))
    }
  }

  /// Resolves a path against a folder, or returns `nil` outside of the bundle.
  private static func resolve(_ path: String, in folder: [String]) -> String? {
    var components = folder
    for component in path.split(separator: "/") where component != "." {
      if component == ".." {
        guard components.popLast() != nil else { return nil }
      } else {
        components.append(String(component))
      }
    }
    return components.joined(separator: "/")
  }

  /// Returns blanks, so that a script keeps the lines and columns that it has in its page.
  private static func blank(_ page: [UInt8], before range: Range<Int>) -> [UInt8] {
    page[..<range.lowerBound].map { $0 == UInt8(ascii: "\n") ? $0 : UInt8(ascii: " ") }
      + page[range]
  }
}
