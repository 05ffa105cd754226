import ErosCore
import ErosCrypto
import ErosTransport
import HTTPTypes
import Hummingbird

/// Serves legacy clients and the old command line: `/app/check`, `/app/list` and `/app/add`.
struct LegacyRoutes: ServerRoutes {
  /// Settings for `/app/add`.
  struct Records: Sendable {
    let token: AccessToken
    let jsPaths: [WebAddress]

    init(token: [UInt8], jsPaths: [WebAddress]) throws(CryptoError) {
      self.token = try AccessToken(token)
      self.jsPaths = jsPaths
    }
  }

  private let state: ServerState
  private let records: Records?
  private let isSecure: Bool
  private let observers: [any ServerObserver]

  /// - Parameters:
  ///   - state: The snapshot of the store.
  ///   - records: Settings for `/app/add`, or `nil` if the server accepts no records.
  ///   - isSecure: `true` if cookies are for TLS only.
  ///   - observers: Told about every response.
  init(
    _ state: ServerState, records: Records?, isSecure: Bool, observers: [any ServerObserver] = []
  ) {
    self.state = state
    self.records = records
    self.isSecure = isSecure
    self.observers = observers
  }

  var routes: [String: ServerRoute] {
    [
      "/app/check": ServerRoute([.get, .post], isNonblocking: true) { try await check($0) },
      "/app/list": ServerRoute([.get], isNonblocking: true) { list($0) },
      "/app/add": ServerRoute([.post], isNonblocking: true) { try await add($0) },
    ]
  }

  // MARK: - Check

  private func check(_ request: ServerRequest) async throws -> Response {
    let fields = request.method == .post ? try await request.form() : FormFields(request.query)
    guard let snapshot = state.snapshot else { return .notLoaded }
    guard let check = LegacyCheck(fields) else {
      return response(.refused("appName, or iOS or android, is missing or too long"), to: nil)
    }
    guard let app = snapshot.apps[check.app] else {
      // With no release, an app on Android would wait for its next launch.
      guard !snapshot.missingApps.contains(check.app) else { return .notLoaded }
      return response(.refused("unknown appName"), to: check)
    }
    if app.isOnePartVersion(check) {
      for observer in observers { observer.foundOnePartVersion(check) }
    }
    guard app.settings.usesBuckets else { return self.response(app.response(to: check), to: check) }
    let cookieBucket = LegacyBucket.read(request.headers[values: .cookie])
    let bucket = cookieBucket ?? LegacyBucket.random()
    var response = self.response(app.response(to: check, bucket: bucket), to: check)
    if cookieBucket == nil {
      response.headers[.setCookie] = LegacyBucket.cookie(bucket, isSecure: isSecure)
    }
    return response
  }

  private func response(_ response: LegacyResponse, to check: LegacyCheck?) -> Response {
    for observer in observers { observer.checked(check, response) }
    return .json(response.bytes)
  }

  // MARK: - List and records

  private func list(_ request: ServerRequest) -> Response {
    guard let snapshot = state.snapshot else { return .notLoaded }
    let name = FormFields(request.query)["appName"]
    guard let app = name.flatMap({ snapshot.apps[$0] }) else {
      guard !snapshot.missingApps.contains(name ?? "") else { return .notLoaded }
      return .json(LegacyResponse.refused("appName is missing or unknown").bytes)
    }
    return .json(app.list)
  }

  private func add(_ request: ServerRequest) async throws -> Response {
    let fields = try await request.form()
    guard let records else {
      return .json(LegacyRecord.Outcome.disabled.bytes, status: .forbidden)
    }
    guard isAuthorized(request, fields, records) else {
      return .json(LegacyRecord.Outcome.forbidden.bytes, status: .forbidden)
    }
    guard let snapshot = state.snapshot else { return .notLoaded }
    let name = fields["appName"] ?? ""
    guard !snapshot.missingApps.contains(name) else { return .notLoaded }
    guard let app = snapshot.apps[name], let record = LegacyRecord(fields) else {
      return .json(LegacyRecord.Outcome.malformed.bytes)
    }
    return .json(record.outcome(in: app, allowedPaths: records.jsPaths).bytes)
  }

  /// Accepts `Authorization: Bearer TOKEN`, or the token in the form or the query.
  ///
  /// The old command line cannot send header fields.
  private func isAuthorized(
    _ request: ServerRequest, _ form: FormFields, _ records: Records
  ) -> Bool {
    let token =
      AccessToken.bearer(in: request.headers) ?? form["token"]
      ?? FormFields(request.query)["token"]
    return token.map { records.token.matches($0) } ?? false
  }
}

extension Response {
  /// The response to legacy clients until their app is loaded for the first time.
  ///
  /// They do nothing then, and check again later.
  static var notLoaded: Response {
    var response = Response.json(
      LegacyResponse.document(503, "the releases of this app are not loaded yet"),
      status: .serviceUnavailable)
    response.headers[.retryAfter] = "5"
    return response
  }

  /// The response to a request that the server cannot handle yet.
  static var notReady: Response {
    var response = Response.status(.serviceUnavailable)
    response.headers[.retryAfter] = "5"
    return response
  }
}
