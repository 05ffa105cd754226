import ErosBundle
import ErosConfig
import ErosCore
import ErosFiles
import ErosPack
import SystemPackage

/// The push service's keys in an Android project's `gradle.properties`, between the lines `#start`
/// and `#end`.
///
/// All remaining lines between the markers stay, because build scripts may need them.
struct GradleProperties {
  private static let levelsAboveZipFolder = 4
  private static let start = "#start"
  private static let end = "#end"
  /// Build scripts in old projects require this key for statistics.
  private static let statisticsKey = "UMENG_APPKEY"

  private let path: String
  private let config: NativeConfig
  /// Names and values that need no escapes.
  private let properties: [(String, String)]

  /// Reads the push account from `config`, or returns `nil` if there is none.
  ///
  /// - Throws: `ConfigError` if a value is not printable ASCII, for example because it has several
  ///   lines.
  init?(zipFolder: String, _ config: NativeConfig) throws {
    guard config.getui != nil else { return nil }
    self.config = config
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

  /// Returns the file with new values between the markers, or why it is not changed.
  ///
  /// - Throws: `FileError` if the file cannot be read. `ConfigError` if a value is not printable
  ///   ASCII.
  func edit() throws -> (file: PackPlan.ExtraFile?, note: Message?) {
    let displayPath = path.escapedForDisplay
    guard (try? FileStatus(of: path)) != nil else {
      return (nil, "'\(displayPath)' not found, so the keys of 'getui' are not written")
    }
    // Bytes, because a string combines a carriage return and a newline into one character.
    let lines = try readWholeFile(path).split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard let first = lines.firstIndex(where: { Self.isMarker($0, Self.start) }),
      let last = lines[first...].firstIndex(where: { Self.isMarker($0, Self.end) })
    else {
      return (
        nil,
        "'\(displayPath)' does not have lines '\(Self.start)' and '\(Self.end)', so the keys of 'getui' are not written"
      )
    }
    let ending = lines[first].last == UInt8(ascii: "\r") ? "\r" : ""
    let block = try block(replacing: lines[(first + 1)..<last], ending: ending)
    let edited = lines[...first] + block + lines[last...]
    let bytes = Array(edited.joined(separator: [UInt8(ascii: "\n")]))
    return (PackPlan.ExtraFile(path: path, bytes: bytes), nil)
  }

  /// Returns the lines between the markers, where the properties replace the first present one.
  ///
  /// If none is present, they are at the end. All remaining lines are kept.
  private func block(
    replacing lines: ArraySlice<ArraySlice<UInt8>>, ending: String
  ) throws -> [ArraySlice<UInt8>] {
    let names = Set(properties.map(\.0))
    let place = lines.firstIndex { names.contains(Self.key(of: $0)) } ?? lines.endIndex
    let others = { (lines: ArraySlice<ArraySlice<UInt8>>) in
      try lines.filter { !names.contains(Self.key(of: $0)) }
        .map { try withStatisticsKey($0, ending: ending) }
    }
    let written = properties.map { Array("\($0)=\($1)\(ending)".utf8)[...] }
    return try others(lines[..<place]) + written + others(lines[place...])
  }

  /// Replaces the value in the line for statistics if the configuration has one.
  private func withStatisticsKey(
    _ line: ArraySlice<UInt8>, ending: String
  ) throws -> ArraySlice<UInt8> {
    guard Self.key(of: line) == Self.statisticsKey else { return line }
    let value = try config.printableString(at: "umeng.androidAppKey")
    return value.isEmpty ? line : Array("\(Self.statisticsKey)=\(value)\(ending)".utf8)[...]
  }

  /// Returns the property that a line sets, or nothing for an empty line.
  private static func key(of line: ArraySlice<UInt8>) -> String {
    let isSpace = { (byte: UInt8) in [0x20, 0x09, 0x0C, 0x0D].contains(byte) }
    let name = line.drop(while: isSpace)
      .prefix { !isSpace($0) && $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: ":") }
    return String(decoding: name, as: UTF8.self)
  }

  private static func isMarker(_ line: ArraySlice<UInt8>, _ marker: String) -> Bool {
    String(decoding: line, as: UTF8.self).split(whereSeparator: \.isWhitespace)
      .elementsEqual([Substring(marker)])
  }
}
