import ErosCore
import ErosCrypto
import ErosFiles
import ErosTransport

/// A request to a bucket or an object in it.
struct S3Request: Sendable {
  var method: TransportRequest.Method
  /// Within the bucket.
  ///
  /// `nil` for the bucket itself.
  var key: String?
  var query: [(name: String, value: String)] = []
  var fields: TransportFields = [:]
  var body = TransportBody.empty
  /// In bytes.
  var length: UInt64 = 0
  /// `nil` for an empty body.
  var digest: SHA256Digest?

  init(_ method: TransportRequest.Method, _ key: String?) {
    self.method = method
    self.key = key
  }

  mutating func setBody(_ bytes: [UInt8]) throws(CryptoError) {
    body = .bytes(bytes)
    length = UInt64(bytes.count)
    digest = try SHA256Digest.of(bytes)
  }
}

struct S3Response {
  var head: TransportHead
  var body: [UInt8]
  /// From the error document, if there was one.
  var code: String?
  /// `true` if an earlier attempt may have been performed.
  var followsUncertainTry: Bool

  var status: Int { head.status }
}

/// Signs and sends requests, and retries after temporary failures.
struct S3Client: Sendable {
  /// On top of the time that the bytes take.
  private static let baseTime: TimeLength = .seconds(120)
  /// The slowest supported connection.
  private static let bytesPerSecond: UInt64 = 32 << 10

  let address: S3Address
  let signer: SigV4
  let transport: any Transport
  let retries: RetryPolicy
  let now: @Sendable () -> Timestamp

  /// Sends a request and reads at most `limit` bytes.
  ///
  /// Any status outside `statuses`, an error document under status 200, and a missing bucket are
  /// errors.
  func send(
    _ request: S3Request, accepting statuses: Set<Int>, limit: Int = 64 << 10
  ) async throws -> S3Response {
    var retries = Retries(self.retries)
    var isUncertain = false
    while true {
      do {
        let response = try await transport.send(try signed(request), limit: limit)
        let document = request.method == .head ? nil : S3ErrorDocument(response.body)
        let isError = document != nil && response.head.status < 300
        if statuses.contains(response.head.status), !isError, document?.code != "NoSuchBucket" {
          return S3Response(
            head: response.head, body: response.body, code: document?.code,
            followsUncertainTry: isUncertain)
        }
        let fault = Self.fault(of: response.head, document)
        guard fault.isTemporary else { throw error(fault, request) }
        isUncertain = isUncertain || fault.isUncertain
        try await retries.wait(
          after: error(fault, request), atLeast: response.head.requestedPause)
      } catch let error as TransportError where error.isTemporary {
        isUncertain = isUncertain || error.isUncertain
        try await retries.wait(after: error)
      }
    }
  }

  func error(_ fault: S3Failure, _ request: S3Request) -> StoreError {
    .s3(address.name(request.key ?? ""), fault)
  }

  static func fault(of head: TransportHead, _ document: S3ErrorDocument?) -> S3Failure {
    if document == nil, (200..<300).contains(head.status) {
      return .malformedResponse(.status(head.status))
    }
    let region = head.fields["x-amz-bucket-region"].flatMap {
      AWSSettings.isRegion($0) ? $0 : nil
    }
    return S3Failure(
      status: head.status, code: document?.code, region: region ?? document?.region,
      endpoint: document?.endpoint)
  }

  /// Signs a request.
  ///
  /// Its time limit depends on the length of body and expected response.
  func signed(_ request: S3Request, responseLength: UInt64 = 0) throws -> TransportRequest {
    let url = try address.url(request.key, query: request.query)
    let bytes = max(request.length, responseLength)
    var signed = TransportRequest(
      request.method, url, fields: request.fields, body: request.body,
      deadline: .now + Self.baseTime + .seconds(Int(clamping: bytes / Self.bytesPerSecond)))
    signed.maximumRedirects = 0
    let none: [UInt8] = []
    let payload = try request.digest ?? SHA256Digest.of(none)
    try signer.sign(&signed.fields, request.method, url, payload: payload, at: now())
    return signed
  }
}

extension TransportError {
  /// `true` if the request may have reached the server.
  var isUncertain: Bool {
    switch self {
    case .cannotResolve, .cannotConnect, .timedOut(_, .connection): false
    default: true
    }
  }
}
