import ErosCore

/// A PEM document with a public or a private key.
package struct KeyDocument {
  /// The type of the key in a document.
  package enum Kind: Sendable, CaseIterable {
    case publicKey
    case privateKey
    case encryptedPrivateKey

    /// The label in the first line of the document.
    package var label: String {
      switch self {
      case .publicKey: SubjectPublicKeyInfo.label
      case .privateKey: "PRIVATE KEY"
      case .encryptedPrivateKey: "ENCRYPTED PRIVATE KEY"
      }
    }
  }

  /// The maximum size of a document in bytes.
  package static let sizeLimit = PEM.sizeLimit

  /// The labels of the supported documents.
  static let labels = Kind.allCases.map(\.label)

  package let kind: Kind

  private var document: PEM

  /// Reads a document; the key may still be invalid.
  package init(_ pem: [UInt8]) throws(KeyDocumentError) {
    var document = try PEM(pem, labels: Self.labels)
    guard let kind = Kind.allCases.first(where: { $0.label == document.label }) else {
      document.cleanse()
      throw .otherType(document.label)
    }
    self.kind = kind
    self.document = document
  }

  /// Returns the type of the key in a document, without a passphrase.
  package static func kind(of pem: [UInt8]) throws(KeyDocumentError) -> Kind {
    var document = try KeyDocument(pem)
    document.cleanse()
    return document.kind
  }

  /// The decoded key; call ``cleanse()`` if it is private.
  package var bytes: [UInt8] { document.bytes }

  /// Overwrites the decoded key with zeros.
  package mutating func cleanse() { document.cleanse() }
}
