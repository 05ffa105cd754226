import ErosTransport

extension TransportHead {
  /// - Throws: ``FetchError/encoded(_:)`` if the body is compressed.
  func checkEncoding() throws(FetchError) {
    let isEncoded = fields.values(of: "Content-Encoding").contains { $0.lowercased() != "identity" }
    if isEncoded { throw .encoded("\(address)") }
  }
}
