package import HTTPTypes

/// The rule that finds the address of a client behind trusted proxies.
package struct ClientAddress: Sendable {
  private static let forwardedFor = HTTPField.Name("X-Forwarded-For")

  private let proxies: [AddressRange]

  /// - Parameter proxies: The addresses whose field `X-Forwarded-For` is trusted.
  package init(trusting proxies: [AddressRange]) { self.proxies = proxies }

  /// Returns the address of the client.
  ///
  /// Each proxy adds the address of its own client at the end of the field. So the last address that
  /// is not one of a trusted proxy is the client; everything before it may be invented.
  package func find(peer: IPAddress, _ headers: HTTPFields) -> IPAddress {
    guard isTrusted(peer), let name = Self.forwardedFor else { return peer }
    var client = peer
    let hops = headers[values: name].flatMap { $0.split(separator: ",") }
    for hop in hops.reversed() {
      guard let address = Self.address(hop) else { return client }
      client = address
      guard isTrusted(address) else { return client }
    }
    return client
  }

  /// Parses an address that may have a port: `192.0.2.1:5000` or `[2001:db8::1]:5000`.
  private static func address(_ text: Substring) -> IPAddress? {
    let text = text.filter { $0 != " " && $0 != "\"" }
    if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
      return IPAddress(text[text.index(after: text.startIndex)..<end])
    }
    if let address = IPAddress(text) { return address }
    return text.firstIndex(of: ":").flatMap { IPAddress(text[..<$0]) }
  }

  private func isTrusted(_ address: IPAddress) -> Bool { proxies.contains { $0.contains(address) } }
}
