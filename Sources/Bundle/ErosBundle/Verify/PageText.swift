package import ErosCore

/// An incremental check for the encoding of a page.
///
/// iOS does not load a page that is not UTF-8, and Android shows other characters in its place.
package struct PageText {
  private var check = UTF8Check()
  private var isWide: Bool?

  package init() {}

  /// Whether the text so far is UTF-8.
  package var isUTF8: Bool { check.isWellFormed && isWide != true }

  /// Checks the next bytes.
  package mutating func update(_ bytes: [UInt8]) {
    if isWide == nil, !bytes.isEmpty { isWide = UTF8Text.isWide(bytes) }
    check.update(bytes)
  }
}

extension BundleFindingList {
  mutating func addPageNotUTF8(_ path: BundlePath) {
    add(.pageNotUTF8, subject: path.string, Finding.pageNotUTF8)
  }
}

extension Finding {
  /// The message about a page that is not UTF-8.
  package static let pageNotUTF8: Message =
    "it is not UTF-8: iOS does not load the page, and Android shows wrong characters"
}
