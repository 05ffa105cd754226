package import ErosCore

/// Checks a page's encoding chunk by chunk.
///
/// iOS does not load a page that is not UTF-8, and Android shows wrong characters.
package struct PageText {
  private var check = UTF8Check()
  private var isWide: Bool?

  package init() {}

  /// `true` if the text so far is UTF-8.
  package var isUTF8: Bool { check.isWellFormed && isWide != true }

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
  package static let pageNotUTF8: Message =
    "it is not UTF-8: iOS does not load the page, and Android shows wrong characters"
}
