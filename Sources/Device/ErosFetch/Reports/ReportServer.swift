public import ErosTransport

/// A server that counts how updates end, by the reports of devices.
///
/// A device reports that a release was staged, confirmed, or failed its trial, with the channel, the
/// releases and the size of the download. It does not send an ID, a time or an address.
public struct ReportServer: Sendable {
  private let address: WebAddress
  private let transport: any Transport
  private let timeout: Duration

  /// Creates a server, without connecting to it.
  ///
  /// - Parameters:
  ///   - address: The URL to which reports are sent.
  ///   - transport: The connection to the server.
  ///   - timeout: The maximum time of a fetch that is spent on reports.
  public init(
    _ address: WebAddress, transport: any Transport, timeout: Duration = .seconds(5)
  ) {
    self.address = address
    self.transport = transport
    self.timeout = timeout
  }

  /// Sends reports in one attempt of at most the timeout.
  ///
  /// - Returns: Whether they are done: a server has accepted them, or refuses them in any case.
  func send(_ body: [UInt8]) async -> Bool {
    let request = TransportRequest(
      .post, address, fields: ["Content-Type": "application/json"], body: .bytes(body),
      deadline: .now + timeout)
    // A transport may wait longer than the deadline for a silent server.
    return await withTaskGroup(of: Bool.self) { group in
      group.addTask { await perform(request) }
      group.addTask {
        try? await Task.sleep(until: request.deadline, clock: .continuous)
        return false
      }
      defer { group.cancelAll() }
      return await group.next() ?? false
    }
  }

  private func perform(_ request: TransportRequest) async -> Bool {
    do {
      // The body of the answer is not awaited.
      try await transport.exchange(request, head: { throw Answered(status: $0.status) }) { _ in }
      return false
    } catch let response as Answered {
      return response.isFinal
    } catch {
      return false
    }
  }
}

/// The end of a request after the status of its answer.
private struct Answered: Error {
  let status: Int

  var isFinal: Bool {
    switch status {
    case 408, 429: false
    case 200..<300, 400..<500: true
    default: false
    }
  }
}
