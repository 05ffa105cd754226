package import ErosCore
import ErosCrypto
package import ErosTransport
package import ErosTrust

/// A store in a bucket on S3 or a compatible service.
///
/// Temporary failures are retried. If the response to a conditional write is lost, the retry finds
/// the object of the first attempt. The store then compares contents, see ``create(_:_:cache:)``
/// and ``replace(_:_:expecting:cache:)``.
///
/// Writes rely on `If-None-Match` and `If-Match`. Some services refuse these fields and some
/// silently ignore them, see ``Settings/isSinglePublisher``.
package struct S3Store: ObjectStore {
  package struct Settings: Sendable {
    /// `nil` for the AWS endpoint of the region.
    package var endpoint: WebAddress?
    /// `nil` picks the style that suits endpoint and bucket.
    package var style: S3AddressStyle?
    package var retries = RetryPolicy()
    /// Longer objects are uploaded in parts.
    var partThreshold: UInt64 = 64 << 20
    /// Length of a part, at least 5 MiB on AWS.
    ///
    /// It grows if an object would otherwise have more than 10,000 parts.
    var partLength: UInt64 = 16 << 20
    /// Drops conditions from writes, for services that refuse them.
    ///
    /// Set it only if one program at a time changes the store. Each write then checks the object
    /// first.
    package var isSinglePublisher = false

    package init() {}
  }

  let client: S3Client
  let settings: Settings

  /// Prepares to use a bucket.
  ///
  /// Nothing is requested yet.
  ///
  /// - Parameters:
  ///   - bucket: The name of the bucket.
  ///   - prefix: Put before all keys. Empty, or components with an optional trailing slash.
  ///   - region: Part of each signature.
  ///   - credentials: Sign the requests.
  ///   - settings: Everything optional.
  ///   - transport: Sends the requests. It must outlive the store.
  ///   - now: Returns the time for signatures.
  /// - Throws: ``StoreError/aws(_:)`` if bucket, prefix or region are invalid.
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

  /// A missing bucket looks the same as a missing object.
  package func status(of key: ObjectKey) async throws -> ObjectStatus? {
    try await head(key)?.status
  }

  func head(_ key: ObjectKey) async throws -> (status: ObjectStatus, fields: TransportFields)? {
    var request = S3Request(.head, client.address.key(key))
    request.fields["x-amz-checksum-mode"] = "ENABLED"
    let response: S3Response
    do {
      response = try await client.send(request, accepting: [200, 404])
    } catch StoreError.s3(let name, let fault) where !fault.isTemporary {
      // HEAD has no error document, for example about an expired token.
      var detailed = S3Request(.get, request.key)
      detailed.fields["Range"] = "bytes=0-0"
      do {
        _ = try await client.send(detailed, accepting: [200, 206, 404, 416])
      } catch is TransportError {
        // Report the first error.
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

  /// Returns the version of the object if its contents match, or `nil`.
  ///
  /// The SHA-256 digest that the store keeps of the whole object decides. An entity tag that looks
  /// like an MD5 digest decides only if it is equal, because the tag of an encrypted object is not
  /// a digest.
  func version(of key: ObjectKey, ifEqualTo digest: ObjectDigest) async throws -> ObjectVersion? {
    guard let (status, fields) = try await head(key), status.length == digest.length else {
      return nil
    }
    // A digest such as `…=-3` is made of the parts of an object, not of its bytes.
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

  /// Returns one page of the objects whose keys start with `prefix`.
  ///
  /// Invalid object keys, such as those of empty folders, are skipped. AWS lists in byte order,
  /// while SeaweedFS sorts the names in each folder.
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
    // An unchanged cursor would read the same page forever.
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
