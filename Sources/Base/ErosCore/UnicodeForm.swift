// On Linux: the normalizer of the standard library, also used by Foundation. Linking Foundation
// would make the tool take 50 % longer to start.
#if canImport(Darwin)
import Foundation
#else
@_spi(_Unicode) import Swift
#endif

extension String {
  /// The string in Unicode's composed form (NFC).
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
