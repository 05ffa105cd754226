/// The destination of a download that may take several requests, or several launches of an app.
///
/// A class, because a download changes while a request is in progress.
package protocol ObjectDownload: AnyObject {
  /// The part of the object to request next.
  var nextPart: ObjectPart { get }

  /// Whether all bytes are received.
  var isComplete: Bool { get }

  /// Prepares for the bytes of a response.
  ///
  /// - Parameters:
  ///   - offset: The offset of the first byte: the offset of ``nextPart``, or 0 if the download
  ///     restarts because the object has another version or the server does not support ranges.
  ///   - status: The length and the version of the object, if they are known.
  /// - Returns: Whether to receive the bytes. If not, ``nextPart`` is requested.
  /// - Throws: An error that ends the download.
  func begin(at offset: UInt64, _ status: ObjectStatus) throws -> Bool

  /// Appends bytes of the response.
  ///
  /// - Throws: An error that ends the download.
  func append(_ bytes: Span<UInt8>) throws

  /// Handles a response that does not continue the received bytes.
  ///
  /// - Throws: An error that ends the download. If the method returns, either ``nextPart`` is
  ///   requested, or the download is complete.
  func refuseRange(_ reason: RangeFailure) throws

  /// Handles a response with status 403, which some servers also send if the object does not exist.
  ///
  /// - Throws: An error that ends the download. If the method returns, the object is missing.
  func refuseAccess() throws

  /// Handles a temporary failure before the next request.
  ///
  /// - Throws: `error` if the next response could contain bytes of another version.
  func interrupt(_ error: any Error) throws

  /// Handles the end of a complete response.
  ///
  /// - Throws: An error that ends the download. If the download is incomplete, the missing bytes
  ///   are requested.
  func end() throws
}

/// A part of an object, from an offset to its end.
package struct ObjectPart: Sendable, Equatable {
  /// The offset of the first byte.
  let offset: UInt64
  /// The required version of the object, or `nil` for any version.
  let version: ObjectVersion?

  package init(offset: UInt64, version: ObjectVersion?) {
    self.offset = offset
    self.version = version
  }
}

/// The reason why a response does not continue a download.
package enum RangeFailure: Sendable, Equatable {
  /// The response has another range.
  case otherRange
  /// The response belongs to another version of the object.
  case otherVersion
  /// The offset is not before the end of the object.
  ///
  /// `length` is the length of the object if the server sends it.
  case unsatisfied(length: UInt64?)
}

extension ObjectDownload {
  package func refuseAccess() throws {}
}
