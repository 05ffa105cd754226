public import ErosCore
import ErosRegistry
import ErosSyntax

/// A place in a project at which an app's version is written down.
public struct VersionLocation: Sendable {
  /// What kind of file it is in; the words are a contract for scripts.
  public enum Kind: String, Sendable {
    /// The Eros configuration.
    case config
    /// An app's `Info.plist`.
    case infoPlist
    /// An Xcode project's `project.pbxproj`.
    case xcodeProject
    /// An `.xcconfig` of an Xcode project.
    case xcodeSettings
    /// A script of Gradle, or one in its `buildSrc`.
    case gradle
    /// `gradle.properties`, or a catalogue of versions.
    case gradleProperties
  }

  /// What is written there.
  public enum Content: Hashable, Sendable {
    /// A text, which need not be a version.
    case text(String)
    /// Nothing: the key is not there, or empty.
    case missing
    /// Something that only running the build would tell, for this reason.
    case computed(String)
  }

  /// The platform whose app it is about.
  public let platform: Platform
  /// What kind of file it is in.
  public let kind: Kind

  /// The file's path, as the project was named.
  public let file: String

  /// What the version is called there, such as `versionName` or `MARKETING_VERSION (Release)`.
  public let key: String
  /// What is written there.
  public let content: Content

  /// Where it stands; `nil` in a binary file.
  public internal(set) var position: TextPosition?

  /// Where it stands in the file's bytes, until ``position`` is known.
  var offset: Int?

  /// What an edit changes, or `nil` when there is nothing to change.
  let edit: VersionEdit?

  init(
    _ platform: Platform, _ kind: Kind, file: String, key: String, _ content: Content,
    position: TextPosition? = nil, offset: Int? = nil, edit: VersionEdit? = nil
  ) {
    self.platform = platform
    self.kind = kind
    self.file = file
    self.key = key
    self.content = content
    self.position = position
    self.offset = offset
    self.edit = edit
  }

  /// The text that is there, or `nil` where there is none.
  public var text: String? {
    guard case .text(let text) = content else { return nil }
    return text
  }

  /// The version, or `nil` where there is none of one to four numbers.
  public var version: NativeVersion? {
    text.flatMap { ConfigVersion.isOne($0) ? NativeVersion($0) : nil }
  }
}

/// How a version is changed in a file.
enum VersionEdit: Hashable, Sendable {
  /// These bytes are exchanged: the first of the pieces becomes the text, the others go.
  case bytes([Range<Int>])
  /// A key of a binary property list gets another string.
  case binaryKey(String)
}
