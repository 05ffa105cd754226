import ErosCore
import ErosCrypto
import ErosOpenSSL
package import ErosTrust

extension ChannelRelease {
  package static func newSalt() throws -> String {
    try [UInt8].random(count: 16).hexadecimalText
  }
}
