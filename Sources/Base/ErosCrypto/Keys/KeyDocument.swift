import ErosCore

/// A PEM document with a public or a private key.
package struct KeyDocument {
  package enum Kind: Sendable, CaseIterable {
    case publicKey
    case privateKey
    case encryptedPrivateKey

    /// The label in the document's first line.
    package var label: String {
      switch self {
      case .publicKey: SubjectPublicKeyInfo.label
      case .privateKey: "PRIVATE KEY"
      case .encryptedPrivateKey: "ENCRYPTED PRIVATE KEY"
      }
    }
  }

  /// In bytes.
  package static let sizeLimit = PEM.sizeLimit

  static let labels = Kind.allCases.map(\.label)

  package let kind: Kind

  private var document: PEM

  /// Reads a document.
  ///
  /// The key may still be invalid.
  package init(_ pem: [UInt8]) throws(KeyDocumentError) {
    var document = try PEM(pem, labels: Self.labels)
    guard let kind = Kind.allCases.first(where: { $0.label == document.label }) else {
      document.cleanse()
      throw .otherType(document.label)
    }
    self.kind = kind
    self.document = document
  }

  /// Returns which type of key a document contains.
  ///
  /// Needs no passphrase.
  package static func kind(of pem: [UInt8]) throws(KeyDocumentError) -> Kind {
    var document = try KeyDocument(pem)
    document.cleanse()
    return document.kind
  }

  /// The decoded key.
  ///
  /// If it is private, call ``cleanse()``.
  package var bytes: [UInt8] { document.bytes }

  /// Overwrites the decoded key with zeros.
  package mutating func cleanse() { document.cleanse() }
}
