import ErosCore
import ErosFiles

/// Certificates of authorities that a TLS connection trusts.
enum TrustedCertificates {
  /// The system's file.
  case file(String)
  /// The system's file together with additional certificates.
  case bytes([UInt8])

  /// On Debian and Alpine, Red Hat, macOS and BSD, and SUSE.
  private static let systemFiles = [
    "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/cert.pem",
    "/etc/ssl/ca-bundle.pem",
  ]

  /// Finds the system's certificates, and adds those in a PEM file.
  init(additional: String?) throws(Failure) {
    let system = Self.systemFiles.first { (try? ReadableFile($0)) != nil }
    guard let additional else {
      guard let system else { throw .noSystemFile }
      self = .file(system)
      return
    }
    guard let certificates = try? readWholeFile(additional), certificates.contains("-----BEGIN ")
    else { throw .unreadable }
    // A system that has no certificates can still trust the given ones.
    let trusted = system.flatMap { try? readWholeFile($0) } ?? []
    self = .bytes(trusted + [UInt8(ascii: "\n")] + certificates)
  }

  /// A reason why there are no certificates.
  enum Failure: Error {
    /// The system has none of the files.
    case noSystemFile
    /// The given file cannot be read, or has no certificate.
    case unreadable

    var reason: Message {
      switch self {
      case .noSystemFile:
        "none of \(TrustedCertificates.systemFiles.joined(separator: ", ")) can be read"
      case .unreadable: "cannot read the file of trusted certificates"
      }
    }
  }
}

extension [UInt8] {
  fileprivate func contains(_ text: String) -> Bool {
    let text = Array(text.utf8)
    let slice = self[...]
    return ByteSearch(text).first(in: slice.span) != nil
  }
}
