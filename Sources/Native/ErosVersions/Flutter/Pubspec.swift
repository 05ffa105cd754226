import ErosCore
import ErosSyntax

/// The version of a Flutter app in `pubspec.yaml`, such as `1.2.0+7`.
///
/// Before `+` is the app's version, after it the build number.
struct Pubspec {
  static let fileName = "pubspec.yaml"

  /// The build setting that receives the version from Flutter.
  static let setting = "FLUTTER_BUILD_NAME"

  /// Relative to the folder with the native projects.
  let path: String

  /// The version, or `nil` if the file contains no readable one.
  let version: (text: String, range: Range<Int>)?

  /// Finds the file in `folder` or the nearest folder above it.
  ///
  /// - Returns: `nil` if there is none inside the folder with the native projects.
  static func find(near folder: String, _ files: ProjectFiles) throws -> Pubspec? {
    var folder = folder
    while true {
      let path = folder.isEmpty ? fileName : folder + "/" + fileName
      if files.paths.contains(path) { return try Pubspec(path, files) }
      if folder.isEmpty { return nil }
      folder = folder.parentPath
    }
  }

  private init(_ path: String, _ files: ProjectFiles) throws {
    self.path = path
    let file = try YAMLFile(files.read(path), file: files.fullPath(path))
    guard let entry = file.entry(["version"]), let range = entry.range else {
      version = nil
      return
    }
    let count = entry.text.utf8.prefix { $0 != UInt8(ascii: "+") }.count
    let text = String(decoding: entry.text.utf8.prefix(count), as: UTF8.self)
    version = (text, range.lowerBound..<(range.lowerBound + count))
  }

  /// Returns the version for a project in `folder` that Flutter builds.
  static func value(for folder: String, _ files: ProjectFiles) throws -> XcodeSettings.Value {
    guard let pubspec = try find(near: folder, files) else { return .unknown(missing(files)) }
    guard let (text, range) = pubspec.version else {
      return .unknown("'\(files.fullPath(pubspec.path).escapedForDisplay)' has no readable version")
    }
    return .text(
      text,
      XcodeSettings.Origin(
        kind: .pubspec, path: pubspec.path, offset: range.lowerBound, edit: VersionEdit(range)))
  }

  static func missing(_ files: ProjectFiles) -> Message {
    "Flutter sets the value from '\(fileName)', which is not below "
      + "'\(files.root.escapedForDisplay)'"
  }
}
