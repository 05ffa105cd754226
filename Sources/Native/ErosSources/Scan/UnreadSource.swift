import ErosCore
import ErosSyntax

/// A native source that was not scanned: it is not UTF-8, too large, or cannot be read.
///
/// It may contain what seems to be missing.
struct UnreadSource: Sendable {
  let path: String
  /// The source without NULs, so that ASCII names are found in any encoding.
  ///
  /// `nil` if it is unknown.
  private let text: SourceFile?

  init(path: String) {
    self.path = path
    text = nil
  }

  init(_ file: SourceFile) {
    path = file.path
    text = SourceFile(path: file.path, bytes: file.bytes.filter { $0 != 0 })
  }

  /// Returns `true` if the source may declare or register `name`.
  ///
  /// For a class, only the last part of its full name is searched.
  func mayContain(_ name: String) -> Bool {
    guard let last = name.split(whereSeparator: { ".$".contains($0) }).last else { return false }
    return text?.mentions(String(last)) ?? true
  }
}

extension SourceFacts {
  /// Returns the path of an unread source for `platform` that may contain `name`.
  func unreadSource(of name: String, on platform: Platform) -> String? {
    unread[platform]?.first { $0.mayContain(name) }?.path
  }
}
