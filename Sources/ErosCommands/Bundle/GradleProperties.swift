import ErosConfig
import ErosCore
import ErosFiles
import SystemPackage

/// The block of an Android project's `gradle.properties` that holds the account with the push service.
struct GradleProperties {
  /// What became of the file.
  enum Edit {
    case text([UInt8], path: String)
    /// The file stays as it is, for this reason.
    case nothing(String)
  }

  private static let levelsAboveZipFolder = 4
  private static let start = "#start"
  private static let end = "#end"

  private let path: String
  /// Names and values, which hold nothing that this format reads in a way of its own.
  private let properties: [(String, String)]

  /// Takes the account from `config`, or returns `nil` when there is none.
  ///
  /// - Throws: `ConfigError` at a value that would become more than itself, such as further lines.
  init?(zipFolder: String, _ config: NativeConfig) throws {
    guard config.getui != nil else { return nil }
    properties = [
      ("GETUI_APPID", try config.printableString(at: "getui.appId")),
      ("GETUI_APPKEY", try config.printableString(at: "getui.appKey")),
      // Spelled like this in every Eros project.
      ("GETTUI_APPSECRET", try config.printableString(at: "getui.appSecret")),
    ]
    var folder = FilePath(zipFolder)
    for _ in 0..<Self.levelsAboveZipFolder { folder.removeLastComponent() }
    path = folder.appending("gradle.properties").string
    // Without an account there is nothing that would be missed.
    let isUnused = properties.allSatisfy { $0.1.isEmpty }
    if isUnused, (try? FileStatus(of: path)) == nil { return nil }
  }

  /// The file's text with a new block between the marks; everything else is kept to the byte.
  func edited() throws -> Edit {
    guard (try? FileStatus(of: path)) != nil else {
      return .nothing(
        "there is no '\(path.escapedForDisplay)', so the keys of 'getui' are written nowhere")
    }
    // As bytes: a carriage return and a newline are one character to a string.
    let lines = try readWholeFile(path).split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard let first = lines.firstIndex(where: { Self.isMark($0, Self.start) }),
      let last = lines[first...].firstIndex(where: { Self.isMark($0, Self.end) })
    else {
      return .nothing(
        "'\(path.escapedForDisplay)' has no lines '\(Self.start)' and '\(Self.end)', so the keys of 'getui' are not written"
      )
    }
    let ending = lines[first].last == UInt8(ascii: "\r") ? "\r" : ""
    let block = properties.map { Array("\($0)=\($1)\(ending)".utf8)[...] }
    let edited = lines[...first] + block + lines[last...]
    return .text(Array(edited.joined(separator: [UInt8(ascii: "\n")])), path: path)
  }

  private static func isMark(_ line: ArraySlice<UInt8>, _ mark: String) -> Bool {
    String(decoding: line, as: UTF8.self).split(whereSeparator: \.isWhitespace)
      .elementsEqual([Substring(mark)])
  }
}
