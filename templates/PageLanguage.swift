import ErosCore

/// A language of the HTML pages.
///
/// The English texts are in the pages. They are the keys of the catalogs of the other languages, in
/// `templates/languages`.
public enum PageLanguage: String, CaseIterable, Sendable {
  /// English.
  case english = "en"
  /// Simplified Chinese.
  case chinese = "zh-CN"

  /// The maximum number of languages that are read from a request.
  private static let maximumRanges = 32

  /// Chooses the language that a reader prefers, or English.
  ///
  /// - Parameter accepted: The field `Accept-Language` of a request, such as `zh-CN,zh;q=0.9,en;q=0.8`.
  package init(accepted: String) {
    var best: (language: PageLanguage, weight: Double) = (.english, 0)
    for range in accepted.split(separator: ",").prefix(Self.maximumRanges) {
      let parts = range.split(separator: ";").map { String($0).trimmed }
      guard let tag = parts.first, let language = PageLanguage(tag: tag) else { continue }
      let quality = parts.dropFirst().first { $0.hasPrefix("q=") }
      let weight = quality.map { min(Double($0.dropFirst(2)) ?? 0, 1) } ?? 1
      if weight > best.weight { best = (language, weight) }
    }
    self = best.language
  }

  /// Chooses the language of the messages of a program, or English.
  ///
  /// - Parameter environment: The variables of the environment, such as `LANG` with `zh_CN.UTF-8`.
  package init(environment: [String: String]) {
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy
      .compactMap { environment[$0] }.first { !$0.isEmpty }
    let tag = String((locale ?? "").prefix { $0 != "." && $0 != "@" }).replacing("_", with: "-")
    self = PageLanguage(tag: tag) ?? .english
  }

  /// Creates the language of a tag such as `zh-Hans-CN`.
  private init?(tag: String) {
    switch tag.prefix(while: { $0 != "-" }).lowercased() {
    case "en": self = .english
    case "zh": self = .chinese
    default: return nil
    }
  }

  /// The texts of the language by the English texts; empty for English.
  package var catalog: [String: String] { Self.catalogs[self] ?? [:] }

  private static let catalogs: [PageLanguage: [String: String]] = [
    .chinese: texts(of: PackageResources.zh_json)
  ]

  /// Reads an embedded catalog.
  ///
  /// A malformed catalog is empty; `PageLanguageTests` rejects it.
  private static func texts(of catalog: [UInt8]) -> [String: String] {
    let members = (try? JSONReader.read(catalog, file: "catalog"))?.value.object?.members ?? []
    let pairs = members.compactMap { member in
      member.node.value.string.map { (member.key, $0) }
    }
    return Dictionary(pairs) { first, _ in first }
  }

  /// Returns a text in the language.
  package func text(_ english: String) -> String { catalog[english] ?? english }
}
