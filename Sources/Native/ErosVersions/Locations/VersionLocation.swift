import ErosConfig
public import ErosCore
import ErosSyntax

/// A place in a project that states an app's version.
public struct VersionLocation: Sendable {
  /// The kind of file that contains the version.
  ///
  /// Scripts rely on the raw values.
  public enum Kind: String, Sendable {
    /// The Eros configuration.
    case config
    /// An app's `Info.plist`.
    case infoPlist
    /// An Xcode project's `project.pbxproj`.
    case xcodeProject
    /// An `.xcconfig` of an Xcode project.
    case xcodeSettings
    /// A Gradle script, or a source file in `buildSrc`.
    case gradle
    /// `gradle.properties`, another properties file that a script reads, or a version catalog.
    case gradleProperties
    /// XcodeGen's `project.yml`.
    case xcodeGen
    /// A Flutter app's `pubspec.yaml`.
    case pubspec
    /// The `manifest.json` of a uni-app project.
    case uniManifest
    /// The manifest of generated files.
    case generated

    /// `true` if the version belongs to a native project.
    public var isNative: Bool { self != .config && self != .generated }
  }

  /// The value at a location.
  public enum Content: Hashable, Sendable {
    /// A literal. It may be an invalid version.
    case text(String)
    /// The key is missing or empty.
    case missing
    /// Only the build knows the value, for this reason.
    case computed(Message)
    /// Anything in a binary property list. Such a list is not read.
    case binary
  }

  /// The app's platform.
  public let platform: Platform
  /// The kind of the file.
  public let kind: Kind

  /// The file's path, starting with the project path as given.
  public let file: String

  /// The version's name in the file, such as `versionName` or `MARKETING_VERSION (Release)`.
  public let key: String
  /// The value at the location.
  public let content: Content

  /// The value's position, or `nil` in a binary property list.
  public internal(set) var position: TextPosition?

  /// The value's byte offset, until ``position`` is computed.
  var offset: Int?

  /// The edit that changes the version, or `nil` if it cannot be changed.
  var edit: VersionEdit?

  /// The literal, or `nil` if the value is missing or unknown.
  public var text: String? {
    guard case .text(let text) = content else { return nil }
    return text
  }

  /// The literal, split into numbers and suffix.
  ///
  /// `nil` if it does not start with a version.
  var versionText: VersionText? { text.flatMap(VersionText.init) }

  /// The version, or `nil` if the literal is not one to four numbers with an optional suffix.
  public var version: NativeVersion? {
    text.flatMap { ConfigText.isVersion($0) ? NativeVersion($0) : nil }
  }
}

/// An edit that changes a version in a file.
struct VersionEdit: Hashable, Sendable {
  /// The version's bytes.
  ///
  /// The first range is replaced with the new text, the rest is deleted.
  let ranges: [Range<Int>]
  /// `true` for unquoted YAML that may need quotes to stay a string.
  private var isPlainYAML = false

  init(_ range: Range<Int>, isPlainYAML: Bool = false) {
    ranges = [range]
    self.isPlainYAML = isPlainYAML
  }

  /// Returns `nil` if `ranges` is empty.
  init?(replacing ranges: [Range<Int>]) {
    if ranges.isEmpty { return nil }
    self.ranges = ranges
  }

  func written(_ version: String) -> String {
    isPlainYAML && YAMLNumber.changes(version) ? "\"\(version)\"" : version
  }
}
