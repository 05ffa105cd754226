package import ErosTransport

/// A receiver of alarms.
package struct Webhook: Sendable, CustomStringConvertible {
  /// The field of the configuration, for example `webhooks[0]`.
  package let name: String
  /// The URL, which may contain a secret.
  package let address: WebAddress
  package let format: WebhookFormat
  /// The secret that signs messages, or `nil` for messages without a signature.
  package let secret: [UInt8]?
  /// The alarms to send.
  package let kinds: Set<Alarm.Kind>

  package init(
    name: String, address: WebAddress, format: WebhookFormat, secret: [UInt8]? = nil,
    kinds: Set<Alarm.Kind> = Set(Alarm.Kind.allCases)
  ) {
    self.name = name
    self.address = address
    self.format = format
    self.secret = secret
    self.kinds = kinds
  }

  /// The name and the host; the path and the query of the URL are secrets.
  package var description: String { "\(name) (\(format.rawValue), \(address.host))" }
}
