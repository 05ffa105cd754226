import ErosBundle
import ErosCore
import ErosCrypto
import ErosTemplates

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Writes a report as one HTML page that needs nothing else, and may load nothing else.
public enum ReportPage {
  /// The page in UTF-8; the same report gives the same bytes.
  ///
  /// The page's policy allows its own style and its own script, by their digests, and nothing from
  /// anywhere. What comes from the bundle stands in the title, escaped for HTML, and in one element
  /// of data, escaped so that nothing in it can end the element.
  public static func html(_ report: BundleReport) throws -> [UInt8] {
    let values: [String: [UInt8]] = [
      "data": scriptSafe(JSONWriter.write(report.json)),
      "script": ReportTemplate.script,
      "scriptDigest": Array(try digest(of: ReportTemplate.script).utf8),
      "style": ReportTemplate.style,
      "styleDigest": Array(try digest(of: ReportTemplate.style).utf8),
      "title": Array(title(of: report).utf8),
    ]
    return fill(ReportTemplate.page, with: values)
  }

  /// Puts values in the place of `{{name}}`; what stands in a value is not looked at.
  private static func fill(_ template: [UInt8], with values: [String: [UInt8]]) -> [UInt8] {
    var page: [UInt8] = []
    let pieces = String(decoding: template, as: UTF8.self).split(
      separator: "{{", omittingEmptySubsequences: false)
    for (index, piece) in pieces.enumerated() {
      let parts = piece.split(separator: "}}", maxSplits: 1, omittingEmptySubsequences: false)
      if index > 0, parts.count == 2, let value = values[String(parts[0])] {
        page += value + Array(parts[1].utf8)
      } else {
        page += Array((index > 0 ? "{{" : "").utf8) + Array(piece.utf8)
      }
    }
    return page
  }

  /// JSON in which no byte means anything to a reader of HTML, nor ends a line of JavaScript.
  ///
  /// The characters stand in strings only, where JSON has another spelling for each.
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

  private static func title(of report: BundleReport) -> String {
    let manifest = report.bundle.verification.manifest
    let name = manifest?.appName ?? report.bundle.name
    let version = manifest.map { " " + $0.jsVersion.description.prefix(8) } ?? ""
    return "\(name)\(version) – eros report".escapedForDisplay
      .unicodeScalars.reduce(into: "") { text, scalar in
        switch scalar {
        case "&": text += "&amp;"
        case "<": text += "&lt;"
        case ">": text += "&gt;"
        default: text.unicodeScalars.append(scalar)
        }
      }
  }

  private static func digest(of text: [UInt8]) throws -> String {
    let digest = try SHA256Digest.of(text.span).bytes
    return "sha256-" + Data((0..<SHA256Digest.byteCount).map { digest[$0] }).base64EncodedString()
  }
}
