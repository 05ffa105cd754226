// On Linux, this is the standard library's normalizer, which Foundation uses as well. Linking
// Foundation would make the tool take 50 % longer to start.
#if canImport(Darwin)
import Foundation
#else
@_spi(_Unicode) import Swift
#endif

extension String {
  /// Unicode's composed form (NFC).
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
