/// The destination of a download that may take several requests, or several launches of an app.
///
/// A class, because a download is changed while a request is under way.
package protocol ObjectDownload: AnyObject {
  /// The part of the object to request next.
  var nextPart: ObjectPart { get }

  /// Whether all bytes were received.
  var isComplete: Bool { get }

  /// Prepares for the bytes of a response.
  ///
  /// - Parameters:
  ///   - offset: The offset of the first byte: that of ``nextPart``, or 0 if the object starts again
  ///     because it has another version or the server does not support ranges.
  ///   - status: The length and the version of the object, as far as they are known.
  /// - Returns: Whether the bytes are wanted. If not, ``nextPart`` is requested.
  /// - Throws: An error that ends the download.
  func begin(at offset: UInt64, _ status: ObjectStatus) throws -> Bool

  /// Appends bytes of the response.
  ///
  /// - Throws: An error that ends the download.
  func append(_ bytes: Span<UInt8>) throws

  /// Handles a response that does not continue the received bytes.
  ///
  /// - Throws: An error that ends the download. If the method returns, ``nextPart`` is requested, or
  ///   the download is complete.
  func refuseRange(_ reason: RangeFailure) throws

  /// Handles a failure of a request that may be temporary, before another request.
  ///
  /// - Throws: `error`, if another request could return the bytes of another version.
  func interrupt(_ error: any Error) throws

  /// Handles the end of a complete response.
  ///
  /// - Throws: An error that ends the download. If the download is not complete, the rest is
  ///   requested.
  func end() throws
}

/// A part of an object, from an offset to its end.
package struct ObjectPart: Sendable, Equatable {
  /// The offset of the first byte.
  package let offset: UInt64
  /// The version of the object to which the part must belong; `nil` for any version.
  package let version: ObjectVersion?

  package init(offset: UInt64, version: ObjectVersion?) {
    self.offset = offset
    self.version = version
  }
}

/// A reason why a response does not continue a download.
package enum RangeFailure: Sendable, Equatable {
  /// The response has another range.
  case otherRange
  /// The response belongs to another version of the object.
  case otherVersion
  /// The offset is not before the end of the object, which has this length, if the server says so.
  case unsatisfied(length: UInt64?)
}
