import ErosTransport

/// A receiver of alarms.
struct Webhook: Sendable, CustomStringConvertible {
  /// The field of the configuration, for example `webhooks[0]`.
  let name: String
  /// The URL, which may contain a secret.
  let address: WebAddress
  let format: WebhookFormat
  /// The secret that signs messages, or `nil` for messages without a signature.
  var secret: [UInt8]?
  /// The alarms to send.
  var kinds: Set<Alarm.Kind> = Set(Alarm.Kind.allCases)

  /// The name and the host; the path and the query of the URL are secrets.
  var description: String { "\(name) (\(format.rawValue), \(address.host))" }
}
