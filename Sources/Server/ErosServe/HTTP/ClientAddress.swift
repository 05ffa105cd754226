import ErosCore
import HTTPTypes

/// Finds the address of a client behind trusted proxies.
struct ClientAddress: Sendable {
  private static let forwardedFor = HTTPField.Name("X-Forwarded-For")

  private let proxies: [AddressRange]

  /// - Parameter proxies: Proxies whose `X-Forwarded-For` is trusted.
  init(trusting proxies: [AddressRange]) { self.proxies = proxies }

  /// Returns the last address that is not a trusted proxy.
  ///
  /// Each proxy appends the address it got the request from, so anything before that address may be
  /// forged.
  func find(peer: IPAddress, _ headers: HTTPFields) -> IPAddress {
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

  /// Accepts a port: `192.0.2.1:5000` or `[2001:db8::1]:5000`.
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
