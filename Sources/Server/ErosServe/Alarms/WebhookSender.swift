import ErosCore
import ErosFiles
import ErosTransport
import Logging

/// Sends events to one webhook, one after the other.
///
/// Queue, attempts and times are limited, so a slow or broken receiver delays only its own events.
struct WebhookSender: Sendable {
  struct Limits: Sendable {
    /// Events that may wait.
    ///
    /// Further ones are dropped.
    var queue = 64
    /// Attempts per event.
    var tries = 7
    /// The pause after the first failure.
    ///
    /// Each further pause is three times as long.
    var pause: Duration = .seconds(1)
    /// The time limit per attempt.
    var time: TimeLength = .seconds(10)
  }

  private static let maximumResponse = 16 << 10

  private let webhook: Webhook
  private let transport: any Transport
  private let limits: Limits
  private let logger: Logger
  private let now: @Sendable () -> Timestamp
  private let events: AsyncStream<AlarmEvent>
  private let queue: AsyncStream<AlarmEvent>.Continuation

  init(
    _ webhook: Webhook, over transport: any Transport, limits: Limits = Limits(), logger: Logger,
    now: @escaping @Sendable () -> Timestamp
  ) {
    self.webhook = webhook
    self.transport = transport
    self.limits = limits
    self.logger = logger
    self.now = now
    (events, queue) = AsyncStream.makeStream(
      of: AlarmEvent.self, bufferingPolicy: .bufferingOldest(limits.queue))
  }

  /// Queues an event and returns at once.
  func send(_ event: AlarmEvent) {
    guard webhook.kinds.contains(event.alarm.key.kind) else { return }
    if case .dropped = queue.yield(event) { report(event, "too many events are waiting") }
  }

  /// Sends queued events until the task is cancelled.
  func run() async {
    for await event in events { await deliver(event) }
  }

  private func deliver(_ event: AlarmEvent) async {
    var pause = limits.pause
    for attempt in 1...max(1, limits.tries) {
      let result = await attemptToSend(event)
      guard let problem = result.problem else { return }
      guard !Task.isCancelled else { return }
      guard result.isTemporary, attempt < limits.tries else { return report(event, problem) }
      logger.debug("a webhook is tried again", metadata: fields(event, problem))
      guard (try? await Task.sleep(for: pause)) != nil else { return }
      pause *= 3
    }
  }

  /// If there is no problem, the event was delivered.
  private struct Result {
    var problem: String?
    var isTemporary = true
  }

  private func attemptToSend(_ event: AlarmEvent) async -> Result {
    do {
      let message = try WebhookMessage(event, for: webhook, now: now().milliseconds)
      var request = TransportRequest(
        .post, message.address, fields: message.fields, body: .bytes(message.body),
        deadline: .now + limits.time)
      request.maximumRedirects = 0
      let response = try await transport.send(request, limit: Self.maximumResponse)
      return result(response)
    } catch {
      return Result(problem: Self.reason(for: error))
    }
  }

  private func result(_ response: TransportResponse) -> Result {
    let status = response.head.status
    guard (200...299).contains(status) else {
      let isTemporary = status >= 500 || [408, 425, 429].contains(status)
      return Result(problem: "the response has status \(status)", isTemporary: isTemporary)
    }
    // These services refuse a message with status 200 and a code in the body.
    let key: String? =
      switch webhook.format {
      case .feishu: "code"
      case .dingtalk, .wecom: "errcode"
      case .json, .slack: nil
      }
    guard let key, let document = try? JSONReader.read(response.body, file: "response").value,
      let code = document.object?[key]?.integer, code != 0
    else { return Result() }
    return Result(problem: "the response has '\(key)' \(code)")
  }

  /// Leaves out the path of the URL, which is a secret.
  private static func reason(for error: any Error) -> String {
    guard let error = error as? TransportError else { return "the request failed" }
    return switch error {
    case .cannotResolve, .cannotConnect, .tlsFailure, .missingLibrary: error.description
    case .timedOut: "the response did not arrive in time"
    case .closedEarly: "the connection was closed before the end of the response"
    default: "the request failed"
    }
  }

  private func fields(_ event: AlarmEvent, _ problem: String) -> Logger.Metadata {
    [
      "webhook": "\(webhook)", "event": "\(event.alarm.key.kind.rawValue)", "id": "\(event.id)",
      "problem": "\(problem)",
    ]
  }

  private func report(_ event: AlarmEvent, _ problem: String) {
    logger.error("an alarm was not sent", metadata: fields(event, problem))
  }
}
