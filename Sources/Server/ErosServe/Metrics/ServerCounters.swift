import Synchronization

/// The numbers of requests and answers since the start of the process.
///
/// The labels come from routes and the configuration, so their number is bounded.
package final class ServerCounters: ServerObserver {
  struct Check: Hashable {
    /// The app; empty for refused checks.
    let app: String
    let answer: String
  }

  struct Request: Hashable {
    let path: String
    let status: Int
  }

  struct Values {
    var checks: [Check: Int64] = [:]
    var requests: [Request: Int64] = [:]
    var bytes: [String: Int64] = [:]
  }

  private let state = Mutex(Values())

  package init() {}

  var values: Values { state.withLock { $0 } }

  package func checked(_ check: LegacyCheck?, _ answer: LegacyResponse) {
    var app = check?.app ?? ""
    // Clients choose the names of unknown apps.
    if case .refused = answer { app = "" }
    let key = Check(app: app, answer: answer.label)
    state.withLock { $0.checks[key, default: 0] += 1 }
  }

  package func answered(_ path: String?, status: Int, bytes: Int) {
    let path = path ?? "other"
    state.withLock {
      $0.requests[Request(path: path, status: status), default: 0] += 1
      $0.bytes[path, default: 0] += Int64(bytes)
    }
  }
}
