import Synchronization

/// Counts requests and responses since the process started.
///
/// Labels come from routes and the configuration, which bounds their number.
final class ServerCounters: ServerObserver {
  struct Check: Hashable {
    /// Empty for refused checks.
    let app: String
    let response: String
  }

  struct HandledRequest: Hashable {
    let path: String
    let status: Int
  }

  struct Values {
    var checks: [Check: Int64] = [:]
    /// Checks whose app version is a single number, by app.
    var onePartVersions: [String: Int64] = [:]
    var requests: [HandledRequest: Int64] = [:]
    var bytes: [String: Int64] = [:]
  }

  private let state = Mutex(Values())

  init() {}

  var values: Values { state.withLock { $0 } }

  func checked(_ check: LegacyCheck?, _ response: LegacyResponse) {
    var app = check?.app ?? ""
    // Clients can invent names for unknown apps.
    if case .refused = response { app = "" }
    let key = Check(app: app, response: response.label)
    state.withLock { $0.checks[key, default: 0] += 1 }
  }

  func foundOnePartVersion(_ check: LegacyCheck) {
    state.withLock { $0.onePartVersions[check.app, default: 0] += 1 }
  }

  func responded(_ path: String?, status: Int, bytes: Int) {
    let path = path ?? "other"
    state.withLock {
      $0.requests[HandledRequest(path: path, status: status), default: 0] += 1
      $0.bytes[path, default: 0] += Int64(bytes)
    }
  }
}
