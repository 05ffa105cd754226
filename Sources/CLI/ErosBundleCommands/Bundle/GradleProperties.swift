import ErosBundle
import ErosConfig
import ErosCore
import ErosFiles
import ErosPack
import SystemPackage

/// The push service properties in the `gradle.properties` of an Android project, between the lines
/// `#start` and `#end`.
struct GradleProperties {
  private static let levelsAboveZipFolder = 4
  private static let start = "#start"
  private static let end = "#end"

  private let path: String
  /// The names and values; they need no escapes.
  private let properties: [(String, String)]

  /// Reads the push account from `config`, or returns `nil` if there is none.
  ///
  /// - Throws: `ConfigError` for a value that is not printable ASCII, such as a value with several
  ///   lines.
  init?(zipFolder: String, _ config: NativeConfig) throws {
    guard config.getui != nil else { return nil }
    properties = [
      ("GETUI_APPID", try config.printableString(at: "getui.appId")),
      ("GETUI_APPKEY", try config.printableString(at: "getui.appKey")),
      // The spelling in all Eros projects.
      ("GETTUI_APPSECRET", try config.printableString(at: "getui.appSecret")),
    ]
    var folder = FilePath(zipFolder)
    for _ in 0..<Self.levelsAboveZipFolder { folder.removeLastComponent() }
    path = folder.appending("gradle.properties").string
    // Without an account, a missing file needs no warning.
    let isUnused = properties.allSatisfy { $0.1.isEmpty }
    if isUnused, (try? FileStatus(of: path)) == nil { return nil }
  }

  /// Returns the file with new lines between the markers, or the reason why it is not changed.
  func edit() throws -> (file: PackPlan.ExtraFile?, note: String?) {
    let result = "so the keys of 'getui' are not written"
    let shown = path.escapedForDisplay
    guard (try? FileStatus(of: path)) != nil else {
      return (nil, "'\(shown)' not found, \(result)")
    }
    // Bytes, because a string combines a carriage return and a newline into one character.
    let lines = try readWholeFile(path).split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard let first = lines.firstIndex(where: { Self.isMarker($0, Self.start) }),
      let last = lines[first...].firstIndex(where: { Self.isMarker($0, Self.end) })
    else {
      return (nil, "'\(shown)' does not have lines '\(Self.start)' and '\(Self.end)', \(result)")
    }
    let ending = lines[first].last == UInt8(ascii: "\r") ? "\r" : ""
    let block = properties.map { Array("\($0)=\($1)\(ending)".utf8)[...] }
    let edited = lines[...first] + block + lines[last...]
    let bytes = Array(edited.joined(separator: [UInt8(ascii: "\n")]))
    return (PackPlan.ExtraFile(path: path, bytes: bytes), nil)
  }

  private static func isMarker(_ line: ArraySlice<UInt8>, _ marker: String) -> Bool {
    String(decoding: line, as: UTF8.self).split(whereSeparator: \.isWhitespace)
      .elementsEqual([Substring(marker)])
  }
}
