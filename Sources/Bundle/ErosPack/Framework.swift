import ErosBundle
import ErosCore
import ErosFiles

/// The framework that pages are written for, which clients read from their first line.
public enum Framework: String, Sendable, CaseIterable {
  /// Adds a first line that names Vue to each page that names no framework.
  case vue = "Vue"
  /// Packs pages unchanged.
  case none

  /// Returns the line that the page at `path` needs, with its line ending, or `nil` for files that
  /// are no pages.
  func line(for path: BundlePath) -> [UInt8]? {
    guard self != .none, path.isPage else { return nil }
    return Array("// { \"framework\": \"\(rawValue)\" }\n".utf8)
  }

  /// Returns `true` if a page names a framework, or contains `line` at any offset.
  ///
  /// `start` is how the page starts, and `file` supplies the rest.
  static func isNamed(
    _ line: [UInt8], _ start: Span<UInt8>, _ file: ReadableFile
  ) throws(FileError) -> Bool {
    if FrameworkName.find(in: start) != nil { return true }
    return try contains(line, start, file)
  }

  /// Returns `true` if a page contains `line`, without its line ending, at any offset.
  ///
  /// The old tool searches in this way. `start` is how the page starts, and `file` supplies the
  /// rest.
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
      // Callers notice that the file was truncated meanwhile.
      guard offset + UInt64(chunk.count) > end else { return false }
      end = offset + UInt64(chunk.count)
    }
    return false
  }
}
