import COpenSSL
package import ErosCore

extension [UInt8] {
  package static func random(count: Int) throws(CryptoError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    guard unsafe RAND_priv_bytes(&bytes, Int32(count)) == 1 else { throw .lastReported() }
    return bytes
  }
}
