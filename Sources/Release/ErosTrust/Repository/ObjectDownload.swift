/// Where a download goes, which may take several requests or even several app launches.
///
/// It is a class because it changes while a request is in progress.
package protocol ObjectDownload: AnyObject {
  /// The part to request next.
  var nextPart: ObjectPart { get }

  var isComplete: Bool { get }

  /// Prepares for the bytes of a response.
  ///
  /// - Parameters:
  ///   - offset: Where the bytes start: at ``nextPart``, or at 0 if the object has changed or the
  ///     server lacks support for ranges.
  ///   - status: Length and version, where known.
  /// - Returns: `true` to receive the bytes, `false` to request ``nextPart`` instead.
  /// - Throws: Any error, to end the download.
  func begin(at offset: UInt64, _ status: ObjectStatus) throws -> Bool

  /// Appends bytes from the response.
  ///
  /// - Throws: Any error, to end the download.
  func append(_ bytes: Span<UInt8>) throws

  /// Handles a response that does not continue the received bytes.
  ///
  /// When it returns, the download is complete or ``nextPart`` is requested.
  ///
  /// - Throws: Any error, to end the download.
  func refuseRange(_ reason: RangeFailure) throws

  /// Handles status 403, which some servers send for a missing object.
  ///
  /// When it returns, the object counts as missing.
  ///
  /// - Throws: Any error, to end the download.
  func refuseAccess() throws

  /// Handles a temporary failure before the next request.
  ///
  /// - Throws: `error` if the next response might have bytes of another version.
  func interrupt(_ error: any Error) throws

  /// Handles the end of a complete response. Missing bytes are requested afterwards.
  ///
  /// - Throws: Any error, to end the download.
  func end() throws
}

/// The bytes of an object from an offset to its end.
package struct ObjectPart: Sendable, Equatable {
  let offset: UInt64
  /// The version that the object must have, or `nil` for any.
  let version: ObjectVersion?

  package init(offset: UInt64, version: ObjectVersion?) {
    self.offset = offset
    self.version = version
  }
}

/// Why a response does not continue a download.
package enum RangeFailure: Sendable, Equatable {
  case otherRange
  case otherVersion
  /// The offset is at the end of the object or beyond. `length` is `nil` if the server does not
  /// send it.
  case unsatisfied(length: UInt64?)
}

extension ObjectDownload {
  package func refuseAccess() throws {}
}
