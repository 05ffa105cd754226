package import HTTPTypes

/// The rule by which the address of a client is found behind trusted proxies.
package struct ClientAddress: Sendable {
  private static let forwardedFor = HTTPField.Name("X-Forwarded-For")

  private let proxies: [AddressRange]

  /// - Parameter proxies: The addresses whose field `X-Forwarded-For` is believed.
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
      guard let address = IPAddress(hop.filter { $0 != " " }) else { return client }
      client = address
      guard isTrusted(address) else { return client }
    }
    return client
  }

  private func isTrusted(_ address: IPAddress) -> Bool { proxies.contains { $0.contains(address) } }
}
