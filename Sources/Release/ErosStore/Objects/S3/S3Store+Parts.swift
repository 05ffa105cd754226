import ErosCore
import ErosCrypto
import ErosTransport
import ErosTrust

extension S3Store {
  private static let maximumParts: UInt64 = 10_000

  /// Uploads an object in parts.
  ///
  /// They become visible together if the condition holds.
  ///
  /// If that fails, the parts are removed.
  func writeInParts(
    _ key: ObjectKey, _ contents: ObjectContents, if condition: S3Condition, cache: CachePolicy
  ) async throws -> S3WriteOutcome {
    // Do not upload if the condition is false already.
    guard try await condition.isMet(by: status(of: key)) else {
      return .refused(followsUncertainTry: false)
    }
    let upload = try await startUpload(key, cache)
    let outcome: S3WriteOutcome
    do {
      let tags = try await sendParts(key, upload, contents)
      outcome = try await complete(key, upload, tags, if: condition)
    } catch {
      await abort(key, upload)
      throw error
    }
    switch outcome {
    case .written: break
    // Does nothing if the parts already form an object.
    case .refused: await abort(key, upload)
    }
    return outcome
  }

  private func startUpload(_ key: ObjectKey, _ cache: CachePolicy) async throws -> String {
    var request = S3Request(.post, client.address.key(key))
    request.query = [("uploads", "")]
    request.fields = Self.fields(of: key, cache)
    let response = try await client.send(request, accepting: [200])
    guard let root = try? XMLElement.parse(response.body),
      root.name == "InitiateMultipartUploadResult", let upload = root["UploadId"], !upload.isEmpty
    else { throw client.error(.malformedResponse(.document), request) }
    return upload
  }

  /// Returns the entity tags of the parts.
  private func sendParts(
    _ key: ObjectKey, _ upload: String, _ contents: ObjectContents
  ) async throws -> [String] {
    let size = contents.digest.size
    let length = max(settings.partLength, (size - 1) / Self.maximumParts + 1)
    var tags: [String] = []
    var hasher = try SHA256Hasher()
    for start in stride(from: 0, to: size, by: UInt64.Stride(length)) {
      var request = S3Request(.put, client.address.key(key))
      request.query = [("partNumber", "\(tags.count + 1)"), ("uploadId", upload)]
      let bytes = try Self.read(contents, start, Int(min(length, size - start)))
      guard let bytes else { throw client.error(.damagedUpload, request) }
      try hasher.update(bytes)
      try request.setBody(bytes)
      request.fields["Content-MD5"] = try MD5Digest.of(bytes).base64
      let response = try await client.send(request, accepting: [200])
      guard let tag = response.head.strongETag, response.body.isEmpty else {
        throw client.error(.malformedResponse(.entityTag), request)
      }
      tags.append(tag)
    }
    guard try hasher.finish() == contents.digest.sha256 else {
      throw client.error(.damagedUpload, S3Request(.put, client.address.key(key)))
    }
    return tags
  }

  /// Returns `nil` if there are fewer than `count` bytes.
  private static func read(
    _ contents: ObjectContents, _ start: UInt64, _ count: Int
  ) throws -> [UInt8]? {
    var bytes: [UInt8] = []
    while bytes.count < count {
      let part = try contents.read(start + UInt64(bytes.count), count - bytes.count)
      guard !part.isEmpty, part.count <= count - bytes.count else { return nil }
      bytes += part
    }
    return bytes
  }

  /// Makes the object visible.
  ///
  /// If the first response was lost, a retry may fail because the completed upload is gone.
  private func complete(
    _ key: ObjectKey, _ upload: String, _ tags: [String], if condition: S3Condition
  ) async throws -> S3WriteOutcome {
    var request = S3Request(.post, client.address.key(key))
    request.query = [("uploadId", upload)]
    request.fields["Content-Type"] = "application/xml"
    let parts = tags.enumerated().map { index, tag in
      let text = tag.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
      return "<Part><PartNumber>\(index + 1)</PartNumber><ETag>\(text)</ETag></Part>"
    }
    let document =
      "<CompleteMultipartUpload xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\">"
      + parts.joined() + "</CompleteMultipartUpload>"
    try request.setBody(Array(document.utf8))
    let response = try await send(request, if: condition)
    guard response.status == 200 else {
      let isRefused =
        response.status == 412 || response.followsUncertainTry || response.code != "NoSuchUpload"
      guard isRefused else {
        throw client.error(.refused(status: 404, code: response.code), request)
      }
      return .refused(followsUncertainTry: response.followsUncertainTry)
    }
    guard let root = try? XMLElement.parse(response.body),
      root.name == "CompleteMultipartUploadResult", let tag = root["ETag"], !tag.isEmpty
    else { throw client.error(.malformedResponse(.document), request) }
    // Some stores omit the quotes in the document.
    return .written(ObjectVersion(tag.hasPrefix("\"") ? tag : "\"\(tag)\""))
  }

  /// Removes the parts of an upload.
  ///
  /// Errors are ignored, since the caller reports its own.
  private func abort(_ key: ObjectKey, _ upload: String) async {
    var request = S3Request(.delete, client.address.key(key))
    request.query = [("uploadId", upload)]
    // The current task may be cancelled, so use another.
    let task = Task { [client, request] in
      _ = try await client.send(request, accepting: [200, 204, 404])
    }
    _ = await task.result
  }
}
