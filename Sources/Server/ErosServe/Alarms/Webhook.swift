import ErosTransport

struct Webhook: Sendable, CustomStringConvertible {
  /// The configuration field, for example `webhooks[0]`.
  let name: String
  /// May contain a secret.
  let address: WebAddress
  let format: WebhookFormat
  /// Signs messages, or is `nil` for unsigned ones.
  var secret: [UInt8]?
  var kinds: Set<Alarm.Kind> = Set(Alarm.Kind.allCases)

  /// Leaves out path and query of the URL, which are secrets.
  var description: String { "\(name) (\(format.rawValue), \(address.host))" }
}
