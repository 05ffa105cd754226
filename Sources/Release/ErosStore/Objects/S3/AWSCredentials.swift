/// Access to an S3-compatible store.
///
/// Printing or dumping shows only ``accessKeyID``.
package struct AWSCredentials: Sendable, Equatable {
  /// Not secret.
  let accessKeyID: String
  /// Signs requests.
  let secretAccessKey: String
  /// Only temporary credentials have a token.
  var sessionToken: String?
}

extension AWSCredentials: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  package var description: String { "AWSCredentials(\(accessKeyID))" }

  package var debugDescription: String { description }

  package var customMirror: Mirror { Mirror(self, children: ["accessKeyID": accessKeyID]) }
}
