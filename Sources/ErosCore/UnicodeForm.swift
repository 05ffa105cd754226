// Linux: the standard library's own normaliser, which Foundation there uses too. Foundation itself
// would make every start of the tool half as long again.
#if canImport(Darwin)
import Foundation
#else
@_spi(_Unicode) import Swift
#endif

extension String {
  /// The text in Unicode's composed form (NFC).
  var composed: String {
    if utf8.allSatisfy({ $0 < 0x80 }) { return self }
    #if canImport(Darwin)
    return precomposedStringWithCanonicalMapping
    #else
    var result = ""
    result.unicodeScalars.append(contentsOf: _nfc)
    return result
    #endif
  }
}
