import ErosCore

/// The reason why a request to an S3-compatible store failed.
enum S3Failure: Error, Sendable, Equatable {
  /// The bucket is in another region, or at another endpoint.
  case otherRegion(String?)
  case otherEndpoint(String)
  /// URLs must have the bucket in the host name. The text is the code of the service.
  case needsVirtualHost(String)
  /// The service refuses conditional writes.
  case conditionRefused(status: Int, code: String?)
  /// The secret does not fit the key ID.
  case signatureRefused
  /// The clocks here and in the store differ too much. The text is the code of the service.
  case clockDiffers(String)
  case unknownKeyID
  /// Temporary credentials have expired or are invalid. The text is the code of the service.
  case expiredToken(String)
  case accessDenied
  case noSuchBucket
  /// The store refuses requests for now.
  case busy(status: Int)
  /// Concurrent writes to the same object are in the way.
  case otherWrites
  /// Different bytes arrived than were sent.
  case damagedUpload
  /// The object changed while it was read or copied.
  case changed
  /// The copy differs from its source.
  case damagedCopy
  /// The store lacks a request that is needed.
  case unsupported(String)
  /// Refused for a reason that has no case here.
  case refused(status: Int, code: String?)
  /// The response cannot come from an S3-compatible store.
  case malformedResponse(Malformation)

  enum Malformation: Sendable, Equatable {
    /// Not the expected XML.
    case document
    case truncated
    case entityTag
    /// Range or length are missing or differ from the request.
    case range
    /// A body came where none is allowed.
    case body
    case status(Int)

    fileprivate var problem: Message {
      switch self {
      case .document: "unexpected or malformed document"
      case .truncated: "truncated document"
      case .entityTag: "missing entity tag"
      case .range: "missing or wrong range or length"
      case .body: "unexpected body"
      case .status(let status): "unexpected status \(status)"
      }
    }
  }

  var problem: Message {
    switch self {
    case .otherRegion(let region?): "the bucket is in the region '\(region)'"
    case .otherRegion(nil): "the bucket is in another region"
    case .otherEndpoint(let endpoint): "the bucket is at the endpoint '\(endpoint)'"
    case .needsVirtualHost(let code):
      "the store accepts only URLs with the bucket in the host name (\(code))"
    case .conditionRefused(let status, let code):
      code.map { "the store refuses a write with a condition (status \(status), \($0))" }
        ?? "the store refuses a write with a condition (status \(status))"
    case .signatureRefused: "the store refuses the signature (SignatureDoesNotMatch)"
    case .clockDiffers(let code):
      "the clocks of this machine and of the store differ too much (\(code))"
    case .unknownKeyID: "the store does not know the access key ID (InvalidAccessKeyId)"
    case .expiredToken(let code):
      "the temporary credentials have expired or are invalid (\(code))"
    case .accessDenied: "access denied (AccessDenied)"
    case .noSuchBucket: "the bucket does not exist (NoSuchBucket)"
    case .busy(let status): "the store is temporarily unavailable (status \(status))"
    case .otherWrites: "other writes to the object are in progress"
    case .damagedUpload: "the bytes that arrived differ from those that were sent"
    case .changed: "the object changed during the request"
    case .damagedCopy: "the copy differs from the expected contents"
    case .unsupported(let code): "the store does not support the request (\(code))"
    case .refused(let status, let code):
      code.map { "the store refuses the request (status \(status), \($0))" }
        ?? "the store refuses the request (status \(status))"
    case .malformedResponse(let part): "invalid response: \(part.problem)"
    }
  }

  var remedy: Message? {
    switch self {
    case .otherRegion(let region?): "use `--region \(region)` or set AWS_REGION=\(region)"
    case .otherRegion(nil): "set the region and the endpoint of the bucket"
    case .otherEndpoint(let endpoint):
      "pass `--endpoint https://\(endpoint)`, without the name of the bucket"
    case .needsVirtualHost: "pass `--address-style virtual-host`"
    case .conditionRefused:
      "use a store with conditional writes; if only one command at a time changes the store, pass --single-publisher"
    case .signatureRefused: "check the secret access key and the region"
    case .clockDiffers: "set the clock of this machine"
    case .unknownKeyID: "check the access key ID and the endpoint"
    case .expiredToken: "get new credentials, for example with `aws sso login`"
    case .accessDenied:
      "allow s3:GetObject, s3:PutObject, s3:DeleteObject and s3:ListBucket; without s3:ListBucket, "
        + "a missing object is reported like this"
    case .noSuchBucket: "check the name and the endpoint, or create the bucket"
    case .busy, .otherWrites, .changed: "try again later"
    case .damagedUpload: "check that the file does not change during the upload, and try again"
    case .damagedCopy: "check the contents of the source with `eros store check`"
    case .unsupported: "check that the store supports S3 with conditional requests"
    case .refused: "check the bucket, the endpoint and the credentials"
    case .malformedResponse:
      "check the endpoint; a network that requires a login responds like this"
    }
  }

  var exitStatus: ExitStatus {
    switch self {
    case .otherRegion, .otherEndpoint, .needsVirtualHost, .conditionRefused, .signatureRefused,
      .clockDiffers, .unknownKeyID, .expiredToken,
      .accessDenied, .noSuchBucket, .busy, .unsupported, .refused:
      .unavailable
    case .otherWrites, .changed: .busy
    case .damagedUpload: .ioError
    case .damagedCopy, .malformedResponse: .badData
    }
  }
}

extension S3Failure {
  private static let virtualHostCodes = [
    "SecondLevelDomainForbidden", "PathStyleDomainForbidden", "VirtualHostDomainRequired",
  ]
  private static let clockCodes = ["RequestTimeTooSkewed", "RequestExpired", "ExpiredRequest"]
  private static let tokenCodes = [
    "ExpiredToken", "InvalidToken", "TokenRefreshRequired", "SecurityTokenExpired",
    "InvalidSecurityToken", "InvalidTokenId",
  ]

  /// Classifies an error status or an error document.
  ///
  /// Codes are from the public references of S3, Alibaba OSS, Tencent COS, Huawei OBS, Cloudflare
  /// R2, MinIO and Google Cloud Storage.
  init(status: Int, code: String?, region: String?, endpoint: String? = nil) {
    // OSS sends this with status 403 and code `AccessDenied`.
    if let endpoint, region == nil, (300..<500).contains(status) {
      self = .otherEndpoint(endpoint)
      return
    }
    self =
      switch (status, code) {
      case (300..<400, _), (_, "AuthorizationHeaderMalformed"), (_, "PermanentRedirect"),
        (_, "IllegalLocationConstraintException"), (_, "InvalidRegionName"):
        .otherRegion(region)
      case (_, let code?) where Self.virtualHostCodes.contains(code): .needsVirtualHost(code)
      case (_, "SignatureDoesNotMatch"): .signatureRefused
      case (_, let code?) where Self.clockCodes.contains(code): .clockDiffers(code)
      case (_, "InvalidAccessKeyId"): .unknownKeyID
      case (_, let code?) where Self.tokenCodes.contains(code): .expiredToken(code)
      case (_, "NoSuchBucket"): .noSuchBucket
      case (_, "BadDigest"), (_, "XAmzContentSHA256Mismatch"), (_, "IncompleteBody"),
        (_, "InvalidDigest"):
        .damagedUpload
      case (_, "InternalError"), (_, "SlowDown"), (_, "ServiceUnavailable"), (_, "RequestTimeout"),
        (_, "XMinioServerNotInitialized"):
        .busy(status: status)
      // A full disk will still be full in a moment.
      case (_, "XMinioStorageFull"): .refused(status: status, code: code)
      case (501, _), (_, "NotImplemented"): .unsupported(code ?? "status 501")
      case (409, "ConditionalRequestConflict"), (409, "OperationAborted"): .otherWrites
      case (_, "AccessDenied"): .accessDenied
      case (429, _), (500..., _): .busy(status: status)
      default: .refused(status: status, code: code)
      }
  }

  /// `true` if the same request may succeed later.
  var isTemporary: Bool {
    switch self {
    case .busy, .otherWrites, .damagedUpload: true
    default: false
    }
  }

  /// `true` if the request may have been performed.
  var isUncertain: Bool {
    if case .busy = self { return true }
    return false
  }
}
