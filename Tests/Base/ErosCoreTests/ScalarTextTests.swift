import ErosCore
import Foundation
import Testing

/// Each delimiter next to a scalar that joins it to one `Character`.
@Suite("Text is compared by scalars")
struct ScalarTextTests {
  /// A letter that joins the next scalar, and marks that join the previous one.
  static let neighbors = [
    ("\u{D4E}", ""), ("", "\u{301}"), ("", "\u{200D}"), ("\u{D4E}", "\u{301}"),
  ]
  static let delimiters = ["/", "|", "<", "@", ":", ".", "#", "%", "\\", "\"", "\n", "*", "://"]

  @Test("a delimiter is found beside any scalar", arguments: delimiters)
  func delimiter(_ delimiter: String) {
    for (before, after) in Self.neighbors {
      let text = "a" + before + delimiter + after + "b"
      #expect(text.contains(delimiter))
      #expect(text.split(separator: delimiter) == ["a\(before)"[...], "\(after)b"[...]])
      #expect(text.firstIndex(of: delimiter) == text.lastIndex(of: delimiter))
      #expect(text.firstRange(of: delimiter).map { String(text[..<$0.lowerBound]) } == "a" + before)
      #expect(text.replacing(delimiter, with: "-") == "a\(before)-\(after)b")
      #expect((delimiter + after).hasPrefix(delimiter) && (before + delimiter).hasSuffix(delimiter))
      #expect((delimiter + after)[...].hasPrefix(delimiter[...]))
      let scalars = delimiter.unicodeScalars
      #expect(
        (delimiter + after).first == scalars.first && (before + delimiter).last == scalars.last)
      #expect(text.contains { $0 == scalars.first })
      #expect(text.split { scalars.contains($0) }.count == 2)
      #expect(text.prefix { !scalars.contains($0) } == "a" + before)
      #expect(text.reduce(into: "") { $0.append($1) }.utf8.elementsEqual(text.utf8))
      #expect(text.filter { !scalars.contains($0) }.utf8.elementsEqual("a\(before)\(after)b".utf8))
    }
  }

  @Test("the members count scalars, so that they agree with each other")
  func counts() throws {
    let text = "\u{D4E}/\u{301}e\u{301}\r\n"
    #expect(text.count == 7 && text[...].count == 7)
    #expect(text.dropFirst(2).utf8.elementsEqual("\u{301}e\u{301}\r\n".utf8))
    #expect(text.dropLast(2).utf8.elementsEqual("\u{D4E}/\u{301}e\u{301}".utf8))
    #expect(text.prefix(1) == "\u{D4E}" && text.suffix(1) == "\n")
    #expect(text.prefix(9).count == 7 && text.dropFirst(9).isEmpty && text.suffix(9).count == 7)
    #expect(text.map(\.value) == text.unicodeScalars.map(\.value))
    var rest = text
    #expect(rest.removeLast() == "\n" && rest.removeFirst() == "\u{D4E}" && rest.first == "/")
    let slash = try #require(text.firstIndex(of: "/"))
    #expect(text[text.index(after: slash)...].first == "\u{301}")
  }

  @Test("texts without marks are split as before")
  func plain() {
    for text in ["", ",", "a", "a,b", ",a,,b,", "a,b,c,d"] {
      for maximum in [0, 1, 2, .max] {
        for omitting in [true, false] {
          let expected = Array(text.utf8).split(
            separator: UInt8(ascii: ","), maxSplits: maximum, omittingEmptySubsequences: omitting
          ).map { String(decoding: $0, as: UTF8.self) }
          #expect(
            text.split(separator: ",", maxSplits: maximum, omittingEmptySubsequences: omitting)
              .map(String.init) == expected, "\(text) \(maximum) \(omitting)")
        }
      }
    }
  }
}
