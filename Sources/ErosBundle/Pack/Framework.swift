import ErosCore
import ErosFiles

/// The framework that pages are written for, which the clients read from a page's first line.
public enum Framework: String, Sendable, CaseIterable {
  case vue = "Vue"
  /// Pages are packed as they are.
  case none

  /// The line that the page at `path` must hold, or `nil` when it is no page or needs none.
  func line(for path: BundlePath) -> [UInt8]? {
    guard self != .none, path.isPage else { return nil }
    return Array("// { \"framework\": \"\(rawValue)\" }".utf8)
  }

  /// Whether a page holds `line` anywhere, as the old tool asked.
  ///
  /// - Parameter start: the page's first bytes; the rest is read from `file`.
  static func holds(_ line: [UInt8], _ start: [UInt8], _ file: ReadableFile) throws(FileError) -> Bool
  {
    var piece = start
    var offset = UInt64(0)
    while true {
      if contains(line, in: piece) { return true }
      // The line may lie across the end of a piece.
      let step = piece.count - (line.count - 1)
      guard step > 0, offset + UInt64(piece.count) < file.status.size else { return false }
      offset += UInt64(step)
      piece = try file.read(at: offset, count: PackedPart.longest)
    }
  }

  private static func contains(_ needle: [UInt8], in bytes: [UInt8]) -> Bool {
    var start = 0
    while start + needle.count <= bytes.count {
      var length = 0
      while length < needle.count, bytes[start + length] == needle[length] { length += 1 }
      if length == needle.count { return true }
      start += 1
    }
    return false
  }
}

extension BundlePath {
  /// The folders whose scripts are pages.
  private static let pageFolders: Set<Substring> = ["config", "mediator", "pages"]

  /// Whether the clients load the file as a page: a script that was built into one of three folders.
  var isPage: Bool {
    guard string.hasSuffix(".js"), let folder = components.first else { return false }
    return Self.pageFolders.contains(folder)
  }
}
