import ErosBundle
import ErosCore
import ErosFiles

/// The framework of the pages; the clients read it from the first line of each page.
public enum Framework: String, Sendable, CaseIterable {
  /// Vue: packing adds a first line with this name to each page without such a line.
  case vue = "Vue"
  /// No framework: pages are packed unchanged.
  case none

  /// Returns the line that the page at `path` needs, with its line ending, or `nil` for other
  /// files.
  func line(for path: BundlePath) -> [UInt8]? {
    guard self != .none, path.isPage else { return nil }
    return Array("// { \"framework\": \"\(rawValue)\" }\n".utf8)
  }

  /// Returns whether a page names a framework, or contains `line` at any offset.
  ///
  /// `start` is the start of the page; the rest is read from `file`.
  static func isNamed(
    _ line: [UInt8], _ start: Span<UInt8>, _ file: ReadableFile
  ) throws(FileError) -> Bool {
    if FrameworkName.find(in: start) != nil { return true }
    return try contains(line, start, file)
  }

  /// Returns whether a page contains `line`, without its line ending, at any offset.
  ///
  /// The old tool searches the same way. `start` is the start of the page; the rest is read from
  /// `file`.
  static func contains(
    _ line: [UInt8], _ start: Span<UInt8>, _ file: ReadableFile
  ) throws(FileError) -> Bool {
    let text = Array(line.dropLast())
    let search = ByteSearch(text)
    if search.first(in: start) != nil { return true }
    // The line may span two chunks.
    let overlap = text.count - 1
    var end = UInt64(start.count)
    while end < file.status.size {
      let offset = end - UInt64(min(overlap, start.count))
      let chunk = try file.read(at: offset, count: PackedPart.maximumSize)
      let slice = chunk[...]
      if search.first(in: slice.span) != nil { return true }
      // The caller detects a file that was truncated meanwhile.
      guard offset + UInt64(chunk.count) > end else { return false }
      end = offset + UInt64(chunk.count)
    }
    return false
  }
}
