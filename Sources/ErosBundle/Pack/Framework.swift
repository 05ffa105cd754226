import ErosCore
import ErosFiles

/// The framework that pages are written for, which the clients read from a page's first line.
public enum Framework: String, Sendable, CaseIterable {
  /// Pages of Vue: each gets the line that names it, unless it has one.
  case vue = "Vue"
  /// Pages are packed as they are.
  case none

  /// The line that the page at `path` must hold, with its end, or `nil` when it needs none.
  func line(for path: BundlePath) -> [UInt8]? {
    guard self != .none, path.isPage else { return nil }
    return Array("// { \"framework\": \"\(rawValue)\" }\n".utf8)
  }

  /// Whether a page holds `line` anywhere, as the old tool asked: without its end.
  ///
  /// The page begins with `start`; the rest is read from `file`.
  static func holds(
    _ line: [UInt8], _ start: Span<UInt8>, _ file: ReadableFile
  ) throws(FileError) -> Bool {
    let text = Array(line.dropLast())
    let search = ByteSearch(text)
    if search.first(in: start) != nil { return true }
    // The line may lie across the end of a piece.
    let overlap = text.count - 1
    var end = UInt64(start.count)
    while end < file.status.size {
      let offset = end - UInt64(min(overlap, start.count))
      let piece = try file.read(at: offset, count: PackedPart.longest)
      if search.first(in: piece.span) != nil { return true }
      // A file that was shortened meanwhile is found out by the caller.
      guard offset + UInt64(piece.count) > end else { return false }
      end = offset + UInt64(piece.count)
    }
    return false
  }
}

extension BundlePath {
  /// The folders whose scripts are pages.
  private static let pageFolders: Set<Substring> = ["config", "mediator", "pages"]

  /// Whether the clients load the file as a page: a script that was built into one of three folders.
  var isPage: Bool {
    guard string.ends(with: ".js"), let folder = components.first else { return false }
    return Self.pageFolders.contains(folder)
  }
}
