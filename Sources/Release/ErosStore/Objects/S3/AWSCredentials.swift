/// The access key of an S3-compatible store.
///
/// Printing or dumping the value shows only ``accessKeyID``.
package struct AWSCredentials: Sendable, Equatable {
  /// The identifier of the key.
  ///
  /// It is not secret.
  let accessKeyID: String
  /// The secret that signs requests.
  let secretAccessKey: String
  /// The token of temporary credentials.
  var sessionToken: String?
}

extension AWSCredentials: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  package var description: String { "AWSCredentials(\(accessKeyID))" }

  package var debugDescription: String { description }

  package var customMirror: Mirror { Mirror(self, children: ["accessKeyID": accessKeyID]) }
}
