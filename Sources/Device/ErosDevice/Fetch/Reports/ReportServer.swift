import ErosCore
public import ErosTransport

/// A server that counts the results of updates from usage reports.
///
/// A device reports that a release was staged, was confirmed, or failed its trial. A report
/// contains the channel, the releases and the size of the download, but no ID, time or address.
public struct ReportServer: Sendable {
  private let address: WebAddress
  private let transport: any Transport
  private let timeout: TimeLength

  /// Creates a report server without connecting to it.
  ///
  /// - Parameters:
  ///   - address: The URL for usage reports.
  ///   - transport: The connection to the server.
  ///   - timeout: The maximum time that a fetch spends on reports.
  public init(
    _ address: WebAddress, transport: any Transport, timeout: TimeLength = .seconds(5)
  ) {
    self.address = address
    self.transport = transport
    self.timeout = timeout
  }

  /// Sends reports in one attempt of at most the timeout.
  ///
  /// - Returns: Whether the reports are done: the server has accepted them, or will never accept
  ///   them.
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
      // The body of the response is not needed.
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

/// Ends a request after the status of its response.
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
