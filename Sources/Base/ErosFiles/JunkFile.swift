package import ErosCore

/// An item that a system, an editor or a tool leaves in any folder, such as `.DS_Store`.
///
/// It is never a page, a source or a part of a bundle.
package enum JunkFile: Sendable {
  case ofMacOS, ofWindows, ofRepository, ofEditor, log

  private static let names: [String: JunkFile] = [
    ".DS_Store": .ofMacOS, "__MACOSX": .ofMacOS, ".AppleDouble": .ofMacOS, ".Trashes": .ofMacOS,
    ".Spotlight-V100": .ofMacOS, ".fseventsd": .ofMacOS, "Icon\r": .ofMacOS,
    "thumbs.db": .ofWindows, "ehthumbs.db": .ofWindows, "desktop.ini": .ofWindows,
    "$recycle.bin": .ofWindows,
    ".git": .ofRepository, ".svn": .ofRepository, ".hg": .ofRepository, "CVS": .ofRepository,
  ]

  /// Returns `nil` if `path` is not junk.
  package init?(_ path: String) {
    let name = path.utf8.split(separator: UInt8(ascii: "/")).last.map { String($0) ?? "" } ?? ""
    if let kind = Self.names[name] {
      self = kind
    } else if Self.names[name.lowercased()] == .ofWindows {
      // Windows ignores case, and has written these names in several forms.
      self = .ofWindows
    } else if let kind = Self.kind(ofPattern: Array(name.utf8)) {
      self = kind
    } else {
      return nil
    }
  }

  /// Returns `true` if `path`, or a folder around it, is junk.
  package static func isAround(_ path: String) -> Bool {
    path.utf8.split(separator: UInt8(ascii: "/")).contains { JunkFile(String($0) ?? "") != nil }
  }

  private static func kind(ofPattern name: [UInt8]) -> JunkFile? {
    let starts = { (text: String) in name.starts(with: text.utf8) }
    let ends = { (text: String) in name.suffix(text.utf8.count).elementsEqual(text.utf8) }
    // AppleDouble: a file's attributes on a disk that cannot store them.
    if starts("._"), name.count > 2 { return .ofMacOS }
    if ends("~"), name.count > 1 { return .ofEditor }
    if starts("."), ends(".swp") || ends(".swo") { return .ofEditor }
    if starts(".#") || (starts("#") && ends("#") && name.count > 1) { return .ofEditor }
    let tools = ["npm-debug.log", "yarn-debug.log", "yarn-error.log", "lerna-debug.log"]
    if tools.contains(where: starts) || starts(".pnpm-debug.log") { return .log }
    return nil
  }

  package var reason: Message {
    switch self {
    case .ofMacOS: "written by macOS"
    case .ofWindows: "written by Windows"
    case .ofRepository: "a repository"
    case .ofEditor: "written by an editor"
    case .log: "a log of a package manager"
    }
  }
}
