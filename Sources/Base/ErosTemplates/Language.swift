import ErosCore

/// A language for HTML pages, and for `eros` messages and help.
///
/// ```swift
/// let page = PageTemplate.report(in: .chinese)
/// ```
///
/// English texts are in the pages and in the code. They are the keys of their translations in
/// `templates/languages`.
public enum Language: String, CaseIterable, Sendable {
  /// English.
  case english = "en"
  /// Simplified Chinese.
  case chinese = "zh-CN"

  /// At most this number of languages is read from a request.
  private static let maximumRanges = 32

  /// Chooses the language that a reader prefers, or English.
  ///
  /// - Parameter accepted: A request's `Accept-Language`, such as `zh-CN,zh;q=0.9,en;q=0.8`.
  package init(accepted: String) {
    var best: (language: Language, weight: Double) = (.english, 0)
    for range in accepted.split(separator: ",").prefix(Self.maximumRanges) {
      let parts = range.split(separator: ";").map { String($0).trimmed }
      guard let tag = parts.first, let language = Language(tag: tag) else { continue }
      let quality = parts.dropFirst().first { $0.hasPrefix("q=") }
      let weight = quality.map { min(Double($0.dropFirst(2)) ?? 0, 1) } ?? 1
      if weight > best.weight { best = (language, weight) }
    }
    self = best.language
  }

  /// Chooses the language for a page that a program writes for its user, or English.
  ///
  /// - Parameter environment: Variables such as `LANG` with `zh_CN.UTF-8`.
  package init(environment: [String: String]) {
    self = Language(locale: Self.locale(of: "LC_MESSAGES") { environment[$0] }) ?? .english
  }

  /// Chooses the language for a program's output, or English.
  ///
  /// Text in other languages is in UTF-8, so the locale for characters must use it.
  ///
  /// - Parameter variable: Returns a variable such as `LANG` with `zh_CN.UTF-8`.
  package init(output variable: (String) -> String?) {
    let language = Language(locale: Self.locale(of: "LC_MESSAGES", variable)) ?? .english
    self =
      language == .english || Self.isUTF8(Self.locale(of: "LC_CTYPE", variable))
      ? language : .english
  }

  /// Returns a category's locale: the first of its variables that is set.
  private static func locale(of category: String, _ variable: (String) -> String?) -> String {
    for name in ["LC_ALL", category, "LANG"] {
      if let locale = variable(name), !locale.isEmpty { return locale }
    }
    return ""
  }

  /// Recognizes a locale such as `zh_CN.UTF-8`, or `UTF-8` on macOS.
  private static func isUTF8(_ locale: String) -> Bool {
    let encoding = locale.prefix { $0 != "@" }.split(separator: ".").last?.lowercased()
    return encoding == "utf-8" || encoding == "utf8"
  }

  /// Parses a locale such as `zh_CN.UTF-8`.
  private init?(locale: String) {
    self.init(tag: locale.prefix { $0 != "." && $0 != "@" }.replacing("_", with: "-"))
  }

  /// Parses a tag such as `zh-Hans-CN`.
  private init?(tag: some StringProtocol) {
    switch tag.prefix(while: { $0 != "-" }).lowercased() {
    case "en": self = .english
    case "zh": self = .chinese
    default: return nil
    }
  }

  /// The texts of a context by the English texts; empty for English.
  package func texts(_ context: Translations.Context) -> [String: String] {
    // Reading the catalogs takes longer than most commands in English.
    self == .english ? [:] : Self.translations[self]?[context] ?? [:]
  }

  private static let translations = [
    Language.chinese: Translations(po: EmbeddedFile.bytes("templates/languages/zh-CN.po"))
  ]

  /// Returns a text of a page in the language.
  package func text(_ english: String) -> String { texts(.page)[english] ?? english }
}
