import ErosCore
import ErosCrypto
public import ErosTemplates

// The API reference for JavaScript developers.
extension RegistryGenerator {
  /// All names that a reference's files can have.
  public static let referenceNames = MarkdownReference.allNames + [HTMLReference.name]

  /// Generates the reference: Markdown pages and, if you like, an HTML page.
  ///
  /// Titles and explanations are in `language`, by default the one in the settings. Texts from the
  /// description stay as they are.
  ///
  /// - Throws: `CryptoError` if hashing fails.
  public func reference(
    html: Bool, in language: Language? = nil
  ) throws -> [GeneratedFile] {
    let text = ReferenceText(
      reference: ReferenceBuilder(registry).reference(), appName: registry.appName,
      language: language ?? registry.settings.docs.language)
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

  /// Returns `true` if the settings can put a file of the reference at `path`.
  func isReferencePath(_ path: String) -> Bool {
    guard let out = registry.settings.docs.out?.value else { return false }
    return Self.referenceNames.contains { path == "\(out)/\($0)" }
  }

  /// The reference files that the settings ask for.
  func referenceFiles() throws -> [GeneratedFile] {
    let settings = registry.settings.docs
    guard settings.isEnabled, let out = settings.out?.value else { return [] }
    return try reference(html: settings.html).map {
      GeneratedFile(path: "\(out)/\($0.path)", bytes: $0.bytes)
    }
  }
}
