import ErosBundle
public import ErosCore
public import ErosTemplates

/// Writes a size report as a self-contained HTML page, which cannot load anything else.
///
/// ```swift
/// let page = try ReportPage.html(report, in: .english)
/// try StagedFile.commit([StagedFile("report.html", contents: page)])
/// ```
public enum ReportPage {
  /// Returns the page in UTF-8.
  ///
  /// Equal reports in one language give equal bytes.
  ///
  /// Its Content-Security-Policy allows only its own style and script, by their digests. Text from
  /// the bundle is only in the title, escaped for HTML, and in a data element, escaped so that it
  /// cannot end this element.
  ///
  /// `translation` translates messages of findings and advice into the page's language.
  ///
  /// - Throws: `CryptoError` if hashing fails.
  public static func html(
    _ report: BundleReport, in language: Language = .english,
    translatingMessages translation: (Message) -> String = { "\($0)" }
  ) throws -> [UInt8] {
    let data =
      language == .english ? report.json : report.json.replacing(report.translations(translation))
    return try PageTemplate.report(in: language).file(
      title: title(of: report, in: language), ["data": scriptSafe(JSONWriter.write(data))])
  }

  /// Escapes characters that mean something in HTML, and JavaScript's line separators.
  ///
  /// In JSON, they occur only in strings, where `\u` escapes are valid.
  static func scriptSafe(_ json: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(json.count)
    var index = 0
    while index < json.count {
      let byte = json[index]
      if "<>&'".utf8.contains(byte) {
        text += Array("\\u00\(byte.hexadecimal(digits: 2))".utf8)
      } else if byte == 0xE2, json[index...].starts(with: [0xE2, 0x80, 0xA8]) {
        text += Array("\\u2028".utf8)
        index += 2
      } else if byte == 0xE2, json[index...].starts(with: [0xE2, 0x80, 0xA9]) {
        text += Array("\\u2029".utf8)
        index += 2
      } else {
        text.append(byte)
      }
      index += 1
    }
    return text
  }

  private static func title(of report: BundleReport, in language: Language) -> String {
    let manifest = report.bundle.verification.manifest
    let name = manifest?.appName ?? report.bundle.name
    let version = manifest.map { " " + $0.jsVersion.description.prefix(8) } ?? ""
    return "\(name)\(version) – \(language.text("Bundle report"))".escapedForDisplay
  }
}

extension BundleReport {
  /// Returns the translations of the messages of findings and advice by their English texts.
  fileprivate func translations(_ translation: (Message) -> String) -> [String: String] {
    let findings =
      bundle.verification.findings + sourceMapFindings + (budget?.findings ?? [])
      + (renders?.findings ?? [])
    let messages =
      findings.flatMap { [$0.message, $0.remedy].compactMap(\.self) } + advice.map(\.message)
      + updates.compactMap(\.problem) + (renders?.pages ?? []).compactMap(\.reason)
    return Dictionary(messages.map { ("\($0)", translation($0)) }) { first, _ in first }
  }
}

extension JSONValue {
  /// Keys under which a report has messages.
  private static let messageKeys: Set<String> = ["message", "problem", "reason", "remedy"]

  /// Replaces the messages of findings and advice.
  fileprivate func replacing(_ texts: [String: String]) -> JSONValue {
    switch self {
    case .array(let nodes):
      return .array(nodes.map { JSONNode($0.value.replacing(texts)) })
    case .object(let object):
      let members = object.members.map { member in
        if case .string(let text) = member.node.value, Self.messageKeys.contains(member.key),
          let translation = texts[text]
        {
          return JSONObject.Member(key: member.key, node: JSONNode(.string(translation)))
        }
        return JSONObject.Member(
          key: member.key, node: JSONNode(member.node.value.replacing(texts)))
      }
      return .object(JSONObject(members))
    default: return self
    }
  }
}
