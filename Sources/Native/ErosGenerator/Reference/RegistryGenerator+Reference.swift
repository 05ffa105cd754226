import ErosCore
import ErosCrypto
import ErosRegistry

// The API reference for the people who write JavaScript.
extension RegistryGenerator {
  /// The names of all files that a reference can have.
  public static let referenceNames = MarkdownReference.allNames + [HTMLReference.name]

  /// Returns the files of the reference: Markdown, and with `html` also one HTML page.
  ///
  /// - Throws: `CryptoError` if hashing fails.
  public func reference(html: Bool) throws -> [GeneratedFile] {
    let text = ReferenceText(
      reference: ReferenceBuilder(registry).reference(), appName: registry.appName)
    let header = header.lines(nil, fingerprint: fingerprint(nil))
    var files = MarkdownReference(text: text, header: header).pages().map { page in
      GeneratedFile(path: page.name, bytes: Array(page.text.utf8))
    }
    if html {
      let page = try HTMLReference(text: text, header: header).page()
      files.append(GeneratedFile(path: HTMLReference.name, bytes: page))
    }
    return files.sorted { inByteOrder($0.path, $1.path) }
  }

  /// Whether `path` is a file that the settings can put into the folder of the reference.
  func isReferencePath(_ path: String) -> Bool {
    guard let out = registry.settings.docs.out?.value else { return false }
    return Self.referenceNames.contains { path == "\(out)/\($0)" }
  }

  /// The reference that the settings demand.
  func referenceFiles() throws -> [GeneratedFile] {
    let settings = registry.settings.docs
    guard settings.isEnabled, let out = settings.out?.value else { return [] }
    return try reference(html: settings.html).map {
      GeneratedFile(path: "\(out)/\($0.path)", bytes: $0.bytes)
    }
  }
}
