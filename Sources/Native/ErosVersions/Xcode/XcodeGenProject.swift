import ErosCore
import ErosSyntax

/// A `project.yml`, the input of XcodeGen for an Xcode project.
struct XcodeGenProject {
  static let fileName = "project.yml"

  /// The types of apps and of extensions.
  ///
  /// Stores require the same version for both.
  private static let shippedTypes = ["application", "app-extension", "watchkit", "extensionkit"]

  /// A value in the file.
  enum Value {
    /// A string with its edit, or `nil` if it cannot be changed.
    case text(String, edit: VersionEdit)
    /// A value that only XcodeGen determines, with the reason.
    case unknown(String)
  }

  /// A value of a setting, for all configurations or a single one.
  struct Setting {
    let value: Value
    /// The byte offset of the key.
    let offset: Int
    let configuration: String?
  }

  /// The path relative to the folder of the native projects.
  let path: String

  private let file: YAMLFile

  init(_ path: String, _ bytes: [UInt8], file: String) throws(SyntaxError) {
    self.path = path
    self.file = try YAMLFile(bytes, file: file)
  }

  /// The folder of the project.
  var folder: String { path.parentPath }

  /// The names of the targets that build apps and extensions.
  var targets: [String] {
    file.keys(in: ["targets"]).filter { name in
      let type = file.entry(["targets", name, "type"])?.text ?? ""
      return Self.shippedTypes.contains { type.hasPrefix($0) }
    }
  }

  /// Whether the project refers to other files or templates, which are not followed.
  var hasOtherSources: Bool {
    file.entry(["include"]) != nil || file.entry(["targetTemplates"]) != nil
  }

  // MARK: Targets

  /// The version in the `Info.plist` that XcodeGen writes for a target.
  func infoVersion(of target: String) -> (version: Setting?, offset: Int)? {
    let info = ["targets", target, "info"]
    guard let entry = file.entry(info) else { return nil }
    let version = file.entry(info + ["properties", XcodeVersions.key])
    return (
      version.map { Setting(value: value(of: $0), offset: $0.offset, configuration: nil) },
      entry.offset
    )
  }

  /// Returns the values of a build setting in the target, or else in the project.
  func settings(_ name: String, of target: String) -> [Setting] {
    for level in [["targets", target, "settings"], ["settings"]] {
      let found = settings(name, in: level)
      if !found.isEmpty { return found }
    }
    return file.keys(in: ["settingGroups"])
      .flatMap { settings(name, in: ["settingGroups", $0]) }
  }

  private func settings(_ name: String, in level: [String]) -> [Setting] {
    for path in [level + ["base", name], level + [name]] {
      guard let entry = file.entry(path) else { continue }
      return [Setting(value: value(of: entry), offset: entry.offset, configuration: nil)]
    }
    return file.keys(in: level + ["configs"]).compactMap { configuration in
      file.entry(level + ["configs", configuration, name]).map {
        Setting(value: value(of: $0), offset: $0.offset, configuration: configuration)
      }
    }
  }

  /// Returns the paths of the `.xcconfig` files of the target, then of the project.
  func settingsFiles(of target: String) -> [[String]] {
    [["targets", target, "configFiles"], ["configFiles"]].map { level in
      file.keys(in: level).compactMap { file.entry(level + [$0])?.text }.filter { !$0.isEmpty }
    }
  }

  private func value(of entry: YAMLFile.Entry) -> Value {
    guard let range = entry.range else {
      return .unknown("the value is not a string on one line")
    }
    if entry.isPlain, YAMLNumber.changes(entry.text) {
      return .unknown(
        "YAML reads \(entry.text) as a number, without the last zero; write it in quotes")
    }
    return .text(entry.text, edit: VersionEdit(range, isPlainYAML: entry.isPlain))
  }
}

/// Numbers in YAML.
enum YAMLNumber {
  /// Whether YAML reads `text` as a number.
  static func isNumber(_ text: String) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return parts.count <= 2 && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy(\.isDigit) }
  }

  /// Whether a number loses digits, as `1.10` does.
  static func changes(_ text: String) -> Bool {
    guard isNumber(text), let dot = text.utf8.firstIndex(of: UInt8(ascii: ".")) else {
      return false
    }
    return text.utf8[dot...].count > 2 && text.hasSuffix("0")
  }
}
