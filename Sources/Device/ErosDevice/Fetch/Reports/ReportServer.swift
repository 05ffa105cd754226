import ErosCore
public import ErosTransport

/// Your server that counts how updates end.
///
/// Set it to learn about a bad release before all devices have it:
///
/// ```swift
/// options.reports = try ReportServer(
///   WebAddress("https://example.org/reports"), transport: transport)
/// ```
///
/// A device reports that a release was staged, was confirmed, or failed its trial. A report
/// contains the channel, the releases and the download's size, but no ID, time or address.
public struct ReportServer: Sendable {
  private let address: WebAddress
  private let transport: any Transport
  private let timeout: TimeLength

  /// Creates a report server, but does not connect to it yet.
  ///
  /// - Parameters:
  ///   - address: Where to send reports.
  ///   - transport: The connection to the server.
  ///   - timeout: How long a fetch may spend on reports.
  public init(
    _ address: WebAddress, transport: any Transport, timeout: TimeLength = .seconds(5)
  ) {
    self.address = address
    self.transport = transport
    self.timeout = timeout
  }

  /// Sends reports in one attempt, within the timeout.
  ///
  /// - Returns: `true` if the reports are done, because the server has accepted them or never will.
  func send(_ body: [UInt8]) async -> Bool {
    let request = TransportRequest(
      .post, address, fields: ["Content-Type": "application/json"], body: .bytes(body),
      deadline: .now + timeout)
    // A transport may wait longer than the deadline for a silent server.
    return await withTaskGroup(of: Bool.self) { group in
      group.addTask { await perform(request) }
      group.addTask {
        try? await (request.deadline - .now).sleep()
        return false
      }
      defer { group.cancelAll() }
      return await group.next() ?? false
    }
  }

  private func perform(_ request: TransportRequest) async -> Bool {
    do {
      // Only the status matters.
      try await transport.exchange(request, head: { throw ReceivedStatus(status: $0.status) }) {
        _ in
      }
      return false
    } catch let response as ReceivedStatus {
      return response.isFinal
    } catch {
      return false
    }
  }
}

/// Ends a request as soon as its status is known.
private struct ReceivedStatus: Error {
  let status: Int

  var isFinal: Bool {
    switch status {
    case 408, 429: false
    case 200..<300, 400..<500: true
    default: false
    }
  }
}
