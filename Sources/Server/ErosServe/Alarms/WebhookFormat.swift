import ErosCore
import ErosCrypto
import ErosOpenSSL
import ErosTransport

/// The service that receives the messages of a webhook.
enum WebhookFormat: String, Sendable, CaseIterable {
  /// A JSON document with all values, for any receiver.
  case json
  /// A Slack incoming webhook.
  case slack
  /// A Feishu or Lark custom bot.
  case feishu
  /// A DingTalk custom robot.
  case dingtalk
  /// A WeCom group robot.
  case wecom

  /// `true` if a secret can sign messages.
  var isSigned: Bool {
    switch self {
    case .json, .feishu, .dingtalk: true
    case .slack, .wecom: false
    }
  }
}

struct WebhookMessage: Sendable, Equatable {
  /// In bytes.
  ///
  /// WeCom accepts 2,048.
  private static let maximumLength = 1500

  let address: WebAddress
  let fields: TransportFields
  let body: [UInt8]

  /// Writes a message in the format of the webhook.
  ///
  /// - Parameters:
  ///   - event: The start or the end of an alarm.
  ///   - webhook: The receiver.
  ///   - now: When it is sent, in milliseconds since 1970. Receivers refuse signatures that are a
  ///     few minutes old.
  /// - Throws: `CryptoError` if signing fails, or `TransportError` if the signed URL is malformed.
  init(_ event: AlarmEvent, for webhook: Webhook, now: Int64) throws {
    var fields: TransportFields = ["Content-Type": "application/json; charset=utf-8"]
    var address = webhook.address
    let secret = webhook.secret
    switch webhook.format {
    case .json:
      body = JSONWriter.write(Self.document(event))
      fields["Eros-Delivery"] = event.id
      if let secret {
        let time = "\(now / 1000)"
        let code = try HMACSHA256.code(of: (Array("\(time).".utf8) + body).span, key: secret.span)
        fields["Eros-Timestamp"] = time
        fields["Eros-Signature"] = "sha256=\(code)"
      }
    case .slack:
      body = Self.write(["text": .string(Self.slackEscaped(Self.text(event)))])
    case .feishu:
      body = try Self.write(Self.feishu(event, secret, now))
    case .dingtalk:
      body = Self.write(Self.textMessage(event))
      if let secret { address = try Self.signed(address, secret, now) }
    case .wecom:
      body = Self.write(Self.textMessage(event))
    }
    self.address = address
    self.fields = fields
  }

  private static func write(_ members: [String: JSONValue]) -> [UInt8] {
    JSONWriter.write(.sorted(members))
  }

  private static func document(_ event: AlarmEvent) -> JSONValue {
    let (alarm, key) = (event.alarm, event.alarm.key)
    return .sorted([
      "id": .string(event.id), "event": .string(key.kind.rawValue),
      "state": .string(event.state.rawValue),
      "time": .string("\(Timestamp(milliseconds: event.time))"),
      "channel": .string(orNull: key.channel.map { "\($0)" }),
      "release": .integer(orNull: key.release), "role": .string(orNull: key.role),
      "text": .string(alarm.text),
      "hint": .string(orNull: event.state == .raised ? alarm.hint.description : nil),
    ])
  }

  /// Starts with `[eros]`, which can serve as the keyword of a robot.
  private static func text(_ event: AlarmEvent) -> String {
    let alarm = event.alarm
    let text =
      event.state == .raised
      ? "[eros] \(alarm.text)\n→ \(alarm.hint)" : "[eros] resolved: \(alarm.text)"
    guard text.utf8.count > maximumLength else { return text }
    // A character cut in half becomes a replacement character.
    return String(decoding: text.utf8.prefix(maximumLength), as: UTF8.self) + "…"
  }

  private static func textMessage(_ event: AlarmEvent) -> [String: JSONValue] {
    ["msgtype": .string("text"), "text": .sorted(["content": .string(text(event))])]
  }

  /// Feishu wants the code for an empty message, with time and secret as its key.
  private static func feishu(
    _ event: AlarmEvent, _ secret: [UInt8]?, _ now: Int64
  ) throws -> [String: JSONValue] {
    var message: [String: JSONValue] = [
      "msg_type": .string("text"), "content": .sorted(["text": .string(text(event))]),
    ]
    guard let secret else { return message }
    let time = "\(now / 1000)"
    let key = Array("\(time)\n".utf8) + secret
    let empty: [UInt8] = []
    message["timestamp"] = .string(time)
    message["sign"] = .string(try HMACSHA256.code(of: empty.span, key: key.span).base64)
    return message
  }

  /// DingTalk wants the code for time and secret in the query.
  private static func signed(
    _ address: WebAddress, _ secret: [UInt8], _ now: Int64
  ) throws -> WebAddress {
    let message = Array("\(now)\n".utf8) + secret
    let code = try HMACSHA256.code(of: message.span, key: secret.span).base64
    let query = "timestamp=\(now)&sign=\(code.percentEncoded)"
    return try WebAddress(address.text + (address.query == nil ? "?" : "&") + query)
  }

  private static func slackEscaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}
