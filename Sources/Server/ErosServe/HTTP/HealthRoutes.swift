import ErosCore
import HTTPTypes
import Hummingbird

/// Serves `/healthz` and `/readyz` for load balancers.
///
/// `/healthz` says that the process runs, `/readyz` that all apps are loaded.
struct HealthRoutes: ServerRoutes {
  private let state: ServerState
  private let now: @Sendable () -> Timestamp

  init(_ state: ServerState, now: @escaping @Sendable () -> Timestamp) {
    self.state = state
    self.now = now
  }

  var routes: [String: ServerRoute] {
    [
      "/healthz": ServerRoute([.get], isLimited: false, isNonblocking: true) { _ in
        .json(JSONWriter.write(.sorted(["live": .bool(true)])))
      },
      "/readyz": ServerRoute([.get], isLimited: false, isNonblocking: true) { _ in readiness },
    ]
  }

  /// An old snapshot is fine: responses from it are valid, and stopping all servers would not
  /// repair the store.
  private var readiness: Response {
    let (snapshot, health, problems) = (state.snapshot, state.health, state.problems)
    let now = now()
    let isReady = snapshot?.missingApps.isEmpty ?? false
    let expired = (snapshot?.expiries ?? health.expiries).filter {
      $0.time.milliseconds <= now.milliseconds
    }
    let document = JSONValue.sorted([
      "ready": .bool(isReady),
      "current": .bool(isReady && problems.isEmpty && expired.isEmpty),
      "timestamp": .integer(orNull: snapshot?.version),
      "lastRead": .string(orNull: health.lastRead?.description),
      "problems": .strings(problems),
      "expired": .strings(expired.map(\.role)),
    ])
    return .json(JSONWriter.write(document), status: isReady ? .ok : .serviceUnavailable)
  }
}
