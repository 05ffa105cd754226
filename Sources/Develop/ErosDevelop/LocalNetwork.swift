import ErosFiles

package enum LocalNetwork {
  /// Returns the IPv4 addresses of all active interfaces except loopback.
  @safe
  package static func addresses() -> [String] {
    var list: UnsafeMutablePointer<ifaddrs>?
    guard unsafe getifaddrs(&list) == 0 else { return [] }
    defer { unsafe freeifaddrs(list) }
    var result: [String] = []
    var next = unsafe list
    while let entry = unsafe next {
      unsafe next = entry.pointee.ifa_next
      guard let address = unsafe entry.pointee.ifa_addr,
        unsafe Int32(address.pointee.sa_family) == AF_INET,
        unsafe entry.pointee.ifa_flags & UInt32(loopbackFlag) == 0,
        unsafe entry.pointee.ifa_flags & UInt32(upFlag) != 0
      else { continue }
      let bytes = unsafe UnsafeRawPointer(address).loadUnaligned(as: sockaddr_in.self)
        .sin_addr.s_addr
      // The bytes are in network order in memory.
      let text = unsafe withUnsafeBytes(of: bytes) { unsafe $0.map { "\($0)" } }
        .joined(separator: ".")
      if !result.contains(text) { result.append(text) }
    }
    return result
  }

  // On Linux, C declares these constants as an enumeration.
  private static let upFlag = 0x1
  #if canImport(Darwin)
  private static let loopbackFlag = 0x8
  #else
  private static let loopbackFlag = 0x8
  #endif
}
