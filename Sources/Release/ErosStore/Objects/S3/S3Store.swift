package import ErosCore
import ErosCrypto
package import ErosTransport
package import ErosTrust

/// A store in a bucket of S3 or an S3-compatible service.
///
/// Requests that fail temporarily are repeated. If the response to a conditional write is lost, the
/// repeated request finds the object of the first attempt. The store then compares the object with
/// the contents, see ``create(_:_:cache:)`` and ``replace(_:_:expecting:cache:)``.
///
/// Writes rely on `If-None-Match` and `If-Match`. Some stores silently ignore these fields, and others
/// refuse them; see ``Settings/isSinglePublisher``.
package struct S3Store: ObjectStore {
  /// The optional settings of a store.
  package struct Settings: Sendable {
    /// The URL of the store, or `nil` for the AWS endpoint of the region.
    package var endpoint: WebAddress?
    /// The style of URLs, or `nil` for the default style of the endpoint and the bucket.
    package var style: S3AddressStyle?
    /// The rules for repeating requests.
    package var retries = RetryPolicy()
    /// The maximum length of an object that is uploaded in one request.
    var partThreshold: UInt64 = 64 << 20
    /// The length of a part; it is increased if an object would have more than 10,000 parts.
    ///
    /// The minimum on AWS is 5 MiB.
    var partLength: UInt64 = 16 << 20
    /// Whether writes have no conditions, because only one program at a time changes the store.
    ///
    /// Some services refuse each request with a condition. Each write first checks the object.
    package var isSinglePublisher = false

    package init() {}
  }

  let client: S3Client
  let settings: Settings

  /// Creates a store without sending a request.
  ///
  /// - Parameters:
  ///   - bucket: The name of the bucket.
  ///   - prefix: The prefix of all keys: empty, or components with an optional trailing slash.
  ///   - region: The region that is part of the signatures.
  ///   - credentials: The credentials.
  ///   - settings: The optional settings.
  ///   - transport: Sends the requests. It must outlive the store.
  ///   - now: Returns the time for the signatures.
  /// - Throws: ``StoreError/aws(_:)`` for an invalid bucket, prefix or region.
  package init(
    bucket: String, prefix: String = "", region: String, credentials: AWSCredentials,
    settings: Settings = Settings(), transport: any Transport,
    now: @escaping @Sendable () -> Timestamp
  ) throws {
    client = S3Client(
      address: try S3Address(
        bucket: bucket, prefix: prefix, endpoint: settings.endpoint, region: region,
        style: settings.style),
      signer: SigV4(credentials: credentials, region: region), transport: transport,
      retries: settings.retries, now: now)
    self.settings = settings
  }

  package var location: String {
    let address = client.address
    return address.name(String(address.prefix.dropLast()))
  }

  // MARK: Objects

  /// Returns the length and the version of an object, or `nil` if it does not exist.
  ///
  /// The response does not distinguish a missing bucket from a missing object.
  package func status(of key: ObjectKey) async throws -> ObjectStatus? {
    try await head(key)?.status
  }

  /// Returns the status and the header fields of an object.
  func head(_ key: ObjectKey) async throws -> (status: ObjectStatus, fields: TransportFields)? {
    var request = S3Request(.head, client.address.key(key))
    request.fields["x-amz-checksum-mode"] = "ENABLED"
    let response: S3Response
    do {
      response = try await client.send(request, accepting: [200, 404])
    } catch StoreError.s3(let name, let fault) where !fault.isTemporary {
      // A response to HEAD has no error document, for example about an expired token.
      var detailed = S3Request(.get, request.key)
      detailed.fields["Range"] = "bytes=0-0"
      do {
        _ = try await client.send(detailed, accepting: [200, 206, 404, 416])
      } catch is TransportError {
        // The first error is reported.
      }
      throw StoreError.s3(name, fault)
    }
    guard response.status == 200 else { return nil }
    guard let version = response.head.strongETag.map({ ObjectVersion($0) }) else {
      throw client.error(.malformedResponse(.entityTag), request)
    }
    guard let length = response.head.contentLength else {
      throw client.error(.malformedResponse(.range), request)
    }
    return (ObjectStatus(length: length, version: version), response.head.fields)
  }

  package func contains(_ key: ObjectKey, _ digest: ObjectDigest) async throws -> Bool {
    try await version(of: key, ifEqualTo: digest) != nil
  }

  /// Returns the version of an object if it has the given contents.
  ///
  /// The store's SHA-256 digest of the full object is decisive. An entity tag that looks like an
  /// MD5 digest is decisive only if it is equal, because the tag of an encrypted object is not a
  /// digest.
  func version(of key: ObjectKey, ifEqualTo digest: ObjectDigest) async throws -> ObjectVersion? {
    guard let (status, fields) = try await head(key), status.length == digest.length else {
      return nil
    }
    // The digest of an object in parts, such as `…=-3`, is not the digest of its bytes.
    if let sent = fields["x-amz-checksum-sha256"], !sent.contains("-"),
      fields["x-amz-checksum-type"] != "COMPOSITE"
    {
      return sent == digest.sha256.base64 ? status.version : nil
    }
    if let md5 = digest.md5, status.version?.text == "\"\(md5)\"" { return status.version }
    var hasher = try SHA256Hasher()
    do {
      let read = try await read(key, from: 0, limit: digest.length) { try hasher.update($0) }
      return try hasher.finish() == digest.sha256 ? read?.version : nil
    } catch ObjectError.tooLong { return nil }
  }

  package func remove(_ key: ObjectKey) async throws {
    let request = S3Request(.delete, client.address.key(key))
    _ = try await client.send(request, accepting: [200, 204, 404])
  }

  // MARK: Lists

  /// Returns the next page of the objects whose keys start with `prefix`.
  ///
  /// Keys that are not valid object keys, such as keys of empty folders, are omitted. AWS returns
  /// keys in byte order; SeaweedFS sorts the names of each folder.
  package func list(_ prefix: String, after cursor: String?) async throws -> ObjectPage {
    let start = client.address.prefix
    var request = S3Request(.get, nil)
    request.query = [
      ("encoding-type", "url"), ("list-type", "2"), ("max-keys", "1000"),
      ("prefix", start + prefix),
    ]
    if let cursor { request.query.insert(("continuation-token", cursor), at: 0) }
    let response = try await client.send(
      request, accepting: [200], limit: S3ListPage.maximumLength)
    let page: S3ListPage
    do throws(S3Failure) { page = try S3ListPage(response.body) } catch {
      throw client.error(error, request)
    }
    // Without the first check, the same page would be read forever.
    guard page.next != cursor || cursor == nil,
      page.items.allSatisfy({ $0.key.begins(with: start + prefix) })
    else { throw client.error(.malformedResponse(.document), request) }
    let items = page.items.compactMap { item in
      ObjectKey(String(decoding: item.key.utf8.dropFirst(start.utf8.count), as: UTF8.self)).map {
        ObjectPage.Item(key: $0, length: item.length, modified: item.modified)
      }
    }
    return ObjectPage(items: items, next: page.next)
  }
}
