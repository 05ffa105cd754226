import ErosCore
import ErosTransport
package import ErosTrust

enum S3Condition: Sendable, Equatable {
  case absent
  case version(ObjectVersion)

  /// Pass `nil` for a missing object.
  func isMet(by status: ObjectStatus?) -> Bool {
    switch self {
    case .absent: status == nil
    case .version(let version): status?.version == version
    }
  }

  func add(to fields: inout TransportFields) {
    switch self {
    case .absent: fields["If-None-Match"] = "*"
    case .version(let version): fields["If-Match"] = version.text
    }
  }
}

enum S3WriteOutcome: Equatable {
  case written(ObjectVersion)
  /// The condition is false. If `followsUncertainTry`, an earlier attempt of this write may be the
  /// cause.
  case refused(followsUncertainTry: Bool)
}

extension S3Store {
  /// Creates an object if its name is free.
  ///
  /// If the first response was lost and a retry finds an object, its contents are compared. Equal
  /// contents count as `created`: either this call or another publisher wrote them. The difference
  /// does not matter, because the object never changes.
  package func create(
    _ key: ObjectKey, _ contents: ObjectContents, cache: CachePolicy
  ) async throws -> CreationOutcome {
    do {
      switch try await write(key, contents, if: .absent, cache: cache) {
      case .written(let version): return .created(version)
      case .refused(followsUncertainTry: false): return .exists
      case .refused(followsUncertainTry: true):
        return try await version(of: key, ifEqualTo: ObjectDigest(contents.digest)).map {
          .created($0)
        }
          ?? .exists
      }
    } catch StoreError.s3(let name, .otherWrites) {
      // Other writes were in progress each time. By now, one has succeeded or all have failed.
      guard try await status(of: key) != nil else { throw StoreError.s3(name, .otherWrites) }
      return .exists
    }
  }

  /// Replaces an object if it still has the version `expected`.
  ///
  /// If the first response was lost and a retry finds another version, the contents are compared.
  /// Equal contents count as `replaced`, different ones as `conflict`. Usually that means another
  /// publisher was first. But the first attempt may have succeeded, with another publisher
  /// replacing its object. So after a conflict, read the object before you publish again, and look
  /// for your own release in it.
  package func replace(
    _ key: ObjectKey, _ contents: ObjectContents, expecting expected: ObjectVersion,
    cache: CachePolicy
  ) async throws -> ReplacementOutcome {
    do {
      switch try await write(key, contents, if: .version(expected), cache: cache) {
      case .written(let version): return .replaced(version)
      case .refused(followsUncertainTry: false): return .conflict
      case .refused(followsUncertainTry: true):
        return try await version(of: key, ifEqualTo: ObjectDigest(contents.digest)).map {
          .replaced($0)
        }
          ?? .conflict
      }
    } catch StoreError.s3(let name, .otherWrites) {
      guard try await status(of: key)?.version != expected else {
        throw StoreError.s3(name, .otherWrites)
      }
      return .conflict
    }
  }

  private func write(
    _ key: ObjectKey, _ contents: ObjectContents, if condition: S3Condition, cache: CachePolicy
  ) async throws -> S3WriteOutcome {
    if settings.isSinglePublisher, try await !condition.isMet(by: status(of: key)) {
      return .refused(followsUncertainTry: false)
    }
    guard contents.digest.size <= settings.partThreshold else {
      return try await writeInParts(key, contents, if: condition, cache: cache)
    }
    var request = S3Request(.put, client.address.key(key))
    request.fields = Self.fields(of: key, cache)
    request.fields["Content-MD5"] = contents.digest.md5.base64
    request.fields["x-amz-checksum-sha256"] = contents.digest.sha256.base64
    request.length = contents.digest.size
    request.body =
      request.length == 0
      ? .bytes([]) : .parts(length: contents.digest.size, read: contents.read)
    request.digest = contents.digest.sha256
    let response = try await send(request, if: condition)
    guard response.status == 200 else {
      // S3 responds with 404 to `If-Match` if the object does not exist.
      guard response.status == 412 || condition != .absent else {
        throw client.error(.refused(status: 404, code: response.code), request)
      }
      return .refused(followsUncertainTry: response.followsUncertainTry)
    }
    guard response.body.isEmpty else { throw client.error(.malformedResponse(.body), request) }
    guard let version = response.head.strongETag else {
      throw client.error(.malformedResponse(.entityTag), request)
    }
    return .written(ObjectVersion(version))
  }

  /// Sends a conditional write.
  ///
  /// With a single publisher, the condition is omitted.
  ///
  /// - Throws: ``S3Failure/conditionRefused(status:code:)`` if the service does not support it.
  func send(_ request: S3Request, if condition: S3Condition) async throws -> S3Response {
    guard !settings.isSinglePublisher else {
      return try await client.send(request, accepting: [200, 404])
    }
    var request = request
    condition.add(to: &request.fields)
    do {
      return try await client.send(request, accepting: [200, 404, 412])
    } catch StoreError.s3(let name, .unsupported(let code)) {
      throw StoreError.s3(name, .conditionRefused(status: 501, code: code))
    } catch StoreError.s3(let name, .refused(let status, let code))
      where [400, 405].contains(status) && Self.refusesConditions(code)
    {
      throw StoreError.s3(name, .conditionRefused(status: status, code: code))
    }
  }

  /// Returns `true` if the refusal may be about the condition rather than the object.
  private static func refusesConditions(_ code: String?) -> Bool {
    guard let code else { return true }
    return [
      "InvalidArgument", "InvalidRequest", "NotImplemented", "MethodNotAllowed",
      "UnsupportedOperation",
    ].contains(code)
  }

  /// Header fields that the store keeps with an object.
  static func fields(of key: ObjectKey, _ cache: CachePolicy) -> TransportFields {
    let name = key.text.lastPathComponent
    let type =
      switch name.utf8.lastIndex(of: UInt8(ascii: ".")).map({ name[$0...] }) ?? "" {
      case ".json": "application/json"
      case ".zip": "application/zip"
      case ".html": "text/html; charset=utf-8"
      case ".txt": "text/plain; charset=utf-8"
      default: "application/octet-stream"
      }
    let control =
      switch cache {
      case .immutable: "public, max-age=31536000, immutable"
      case .seconds(let seconds): "public, max-age=\(seconds)"
      }
    return ["Content-Type": type, "Cache-Control": control]
  }

  // MARK: Copies

  /// Copies an object within the bucket, and always checks the result.
  ///
  /// Some stores ignore conditions on copies. There, the copy replaces an object created after the
  /// check of the target.
  package func copy(
    _ source: ObjectKey, to key: ObjectKey, digest: ObjectDigest, cache: CachePolicy
  ) async throws -> CopyOutcome {
    if try await status(of: key) != nil { return .exists }
    guard let status = try await status(of: source), let version = status.version else {
      return .sourceMissing
    }
    let name = client.address.name(client.address.key(key))
    guard status.length == digest.length else { throw StoreError.s3(name, .damagedCopy) }
    let response = try await sendCopy(of: source, version, to: key, cache)
    switch response.status {
    case 200: break
    case 412:
      // The condition on the source or on the target is false.
      guard try await self.status(of: key) != nil else { throw StoreError.s3(name, .changed) }
      guard response.followsUncertainTry else { return .exists }
      return try await contains(key, digest) ? .copied : .exists
    default: return .sourceMissing
    }
    guard (try? XMLElement.parse(response.body))?.name == "CopyObjectResult" else {
      throw StoreError.s3(name, .malformedResponse(.document))
    }
    // With no MD5 digest to compare, an equal entity tag saves reading the copy.
    if digest.md5 == nil, try await self.status(of: key) == status { return .copied }
    guard try await contains(key, digest) else {
      try await remove(key)
      throw StoreError.s3(name, .damagedCopy)
    }
    return .copied
  }

  private func sendCopy(
    of source: ObjectKey, _ version: ObjectVersion, to key: ObjectKey, _ cache: CachePolicy
  ) async throws -> S3Response {
    var request = S3Request(.put, client.address.key(key))
    request.fields = Self.fields(of: key, cache)
    request.fields["x-amz-copy-source"] = client.address.copySource(source)
    request.fields["x-amz-metadata-directive"] = "REPLACE"
    guard !settings.isSinglePublisher else {
      return try await client.send(request, accepting: [200, 404])
    }
    request.fields["x-amz-copy-source-if-match"] = version.text
    S3Condition.absent.add(to: &request.fields)
    do {
      return try await client.send(request, accepting: [200, 404, 412])
    } catch StoreError.s3(_, .unsupported) {
      request.fields["If-None-Match"] = nil
      return try await client.send(request, accepting: [200, 404, 412])
    }
  }
}
