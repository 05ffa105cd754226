import ErosCore
import ErosSyntax

/// Resolves build settings in Xcode's order.
///
/// The order is: target, the target's `.xcconfig`, project, the project's `.xcconfig`.
struct XcodeSettings {
  struct Origin {
    let kind: VersionLocation.Kind
    /// Relative to the folder with the native projects.
    let path: String
    let offset: Int
    /// The edit that changes the value, or `nil` if it cannot be changed.
    let edit: VersionEdit?

    var range: Range<Int> { edit?.ranges.first ?? offset..<offset }
  }

  enum Value {
    /// The value as written. It may refer to further settings.
    case text(String, Origin)
    case absent
    /// The value cannot be determined, for this reason.
    case unknown(Message)
  }

  struct Source {
    let path: String
    let folder: String
    let target: XcodeProject.Target
    let configuration: XcodeProject.Configuration
  }

  private static let maximumDepth = 5

  let files: ProjectFiles
  private var parsed: [String: XcodeSettingsFile] = [:]
  private var values: [Lookup: Value] = [:]

  private struct Lookup: Hashable {
    let name: String
    let path: String
    let folder: String
  }

  init(_ files: ProjectFiles) { self.files = files }

  /// Resolves `name` to a literal with its origin.
  mutating func find(_ name: String, of source: Source, depth: Int = 0) throws -> Value {
    guard depth < Self.maximumDepth else {
      return .unknown("'\(name)' has too many levels of references")
    }
    let value = try raw(name, of: source)
    guard case .text(let text, _) = value, BuildSettingReference.isIn(text) else { return value }
    guard let other = BuildSettingReference.name(in: text) else {
      return .unknown("'\(text.escapedForDisplay)' combines several settings")
    }
    let resolved = try find(other, of: source, depth: depth + 1)
    guard case .absent = resolved else { return resolved }
    return .unknown("'\(text.escapedForDisplay)' is not defined")
  }

  /// Replaces all references with their values.
  ///
  /// Returns `nil` if a value is unknown.
  mutating func expand(_ text: String, of source: Source, depth: Int = 0) throws -> String? {
    guard depth < Self.maximumDepth else { return nil }
    return try BuildSettingReference.expand(text) { name in
      switch name {
      case "SRCROOT", "PROJECT_DIR", "SOURCE_ROOT": return "."
      case "TARGET_NAME", "TARGETNAME": return source.target.name
      case "CONFIGURATION": return source.configuration.name
      case "PROJECT_NAME":
        return source.path.parentPath.lastPathComponent.replacing(".xcodeproj", with: "")
      default:
        switch try raw(name, of: source) {
        case .text(let text, _): return try expand(text, of: source, depth: depth + 1)
        case .absent: return name == "PRODUCT_NAME" ? source.target.name : nil
        case .unknown: return nil
        }
      }
    }
  }

  /// Returns `name` as written, from the first level that sets it.
  ///
  /// `$(inherited)` continues with the next level.
  mutating func raw(_ name: String, of source: Source) throws -> Value {
    if name == Pubspec.setting { return try Pubspec.value(for: source.folder, files) }
    for settings in source.configuration.settings {
      let value = definition(of: name, settings, source)
      if Self.isDecisive(value, about: name) { return value }
      let fromFile = try inFile(name, settings.file, source)
      if Self.isDecisive(fromFile, about: name) { return fromFile }
    }
    return .absent
  }

  private static func isDecisive(_ value: Value, about name: String) -> Bool {
    switch value {
    case .absent: return false
    case .unknown: return true
    case .text(let text, _):
      let other = BuildSettingReference.name(in: text)
      return other != "inherited" && other != name
    }
  }

  private func definition(
    of name: String, _ settings: XcodeProject.Settings, _ source: Source
  ) -> Value {
    if settings.conditional.contains(name) { return Self.conditional(name) }
    guard let node = settings.values[name] else { return .absent }
    guard let text = node.string else {
      return .unknown("'\(name)' is not a string but \(node.kindName)")
    }
    return .text(
      text,
      Origin(
        kind: .xcodeProject, path: source.path, offset: node.range.lowerBound,
        edit: VersionEdit(replacing: node.parts)))
  }

  private static func conditional(_ name: String) -> Value {
    .unknown("'\(name)' has conditional values")
  }

  // MARK: Files

  private mutating func inFile(
    _ name: String, _ location: XcodeProject.SettingsLocation?, _ source: Source
  ) throws -> Value {
    switch location {
    case nil: return .absent
    case .unknown(let file):
      return .unknown("only the build can locate '\(file.escapedForDisplay)'")
    case .path(let file):
      return try find(name, inFile: file, of: source.folder)
    }
  }

  /// Looks up `name` in an `.xcconfig`.
  ///
  /// Its path is relative to `start`, or else to the project's folder.
  mutating func find(
    _ name: String, inFile file: String, below start: String? = nil, of folder: String
  ) throws -> Value {
    let path = files.joined(start ?? folder, file)
    return try inFile(name, path, written: file, isOptional: false, of: folder)
  }

  /// Looks up `name` in several `.xcconfig` files.
  ///
  /// Values in more than one file are ambiguous.
  mutating func find(
    _ name: String, inAnyOf paths: [String], of folder: String
  ) throws -> Value {
    var values: [Value] = []
    var origins: Set<String> = []
    for path in paths {
      let value = try inFile(name, path, written: path, isOptional: true, of: folder)
      switch value {
      case .absent: continue
      case .unknown: return value
      case .text(let text, let origin):
        if BuildSettingReference.isIn(text) {
          return .unknown("'\(text.escapedForDisplay)' refers to other settings")
        }
        if origins.insert("\(origin.path):\(origin.offset)").inserted { values.append(value) }
      }
    }
    return values.count > 1
      ? .unknown("several .xcconfig files set '\(name)', and there is no Xcode project")
      : values.first ?? .absent
  }

  private mutating func inFile(
    _ name: String, _ path: String?, written: String, isOptional: Bool, of folder: String
  ) throws -> Value {
    guard let path else {
      return isOptional
        ? .absent
        : .unknown(
          "'\(written.escapedForDisplay)' is outside '\(files.root.escapedForDisplay)'")
    }
    let lookup = Lookup(name: name, path: path, folder: folder)
    if let value = values[lookup] { return value }
    guard let file = try file(path) else {
      // CocoaPods and Flutter generate these files. They set no versions.
      let folders = path.split(separator: "/")
      let isGenerated =
        isOptional || folders.contains("Pods")
        || folders.suffix(2) == ["Flutter", "Generated.xcconfig"]
      return isGenerated
        ? .absent
        : .unknown(
          files.notFound(path, named: files.fullPath(path).escapedForDisplay))
    }
    // Ends a cycle: a file that includes itself adds no settings.
    values[lookup] = .absent
    let value = try last(name, in: file, path, of: folder)
    values[lookup] = value
    return value
  }

  private mutating func file(_ path: String) throws -> XcodeSettingsFile? {
    if let file = parsed[path] { return file }
    guard let bytes = try files.readIfExists(path) else { return nil }
    let file = try XcodeSettingsFile(bytes, file: files.fullPath(path))
    parsed[path] = file
    return file
  }

  /// Returns the last value in a file, with included files in place of `#include`.
  private mutating func last(
    _ name: String, in file: XcodeSettingsFile, _ path: String, of folder: String
  ) throws -> Value {
    for line in file.lines(about: name).reversed() {
      switch line {
      case .setting(let setting):
        return .text(
          setting.value,
          Origin(
            kind: .xcodeSettings, path: path, offset: setting.range.lowerBound,
            edit: VersionEdit(setting.range)))
      case .conditional: return Self.conditional(name)
      case .continued: return .unknown("the value of '\(name)' continues on the next line")
      case .include(let written, let isOptional):
        let target = try included(written, by: path, of: folder)
        let value = try inFile(
          name, target, written: written, isOptional: isOptional, of: folder)
        if case .absent = value { continue }
        return value
      }
    }
    return .absent
  }
}

extension XcodeSettings {
  /// Resolves an `#include`.
  ///
  /// Xcode searches next to the including file, then in the project's folder.
  private func included(
    _ written: String, by path: String, of folder: String
  ) throws -> String? {
    let near = files.joined(path.parentPath, written)
    if let near, try files.readIfExists(near) != nil { return near }
    if let other = files.joined(folder, written), try files.readIfExists(other) != nil {
      return other
    }
    return near
  }
}

/// The lines of an `.xcconfig`.
struct XcodeSettingsFile {
  enum Line {
    case setting(SettingsFile.Setting)
    /// A setting for one SDK, architecture or configuration.
    case conditional
    /// A setting that ends with a backslash.
    case continued
    case include(String, isOptional: Bool)
  }

  private var settings: [String: [(offset: Int, line: Line)]] = [:]
  private var includes: [(offset: Int, line: Line)] = []

  init(_ bytes: [UInt8], file: String) throws(SyntaxError) {
    let lines = try SettingsFile(bytes, file: file, .xcode)
    for setting in lines.settings {
      let name = setting.name.prefix { $0 != "[" }
      var line = Line.setting(setting.withoutSemicolon(in: bytes))
      if setting.value.hasSuffix("\\") { line = .continued }
      if name.count < setting.name.count { line = .conditional }
      settings[String(name).trimmed, default: []].append((setting.range.lowerBound, line))
    }
    var start = 0
    for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      if let include = Self.include(line) { includes.append((start, include)) }
      start += line.count + 1
    }
  }

  private static func include(_ line: ArraySlice<UInt8>) -> Line? {
    let text = line.dropFirst(UTF8Text.markLength(of: line)).drop { $0.isSpace }
    guard text.starts(with: "#include".utf8) else { return nil }
    let argument = text.dropFirst("#include".utf8.count)
    let parts = argument.split(
      separator: UInt8(ascii: "\""), maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count > 1 else { return nil }
    return .include(
      String(decoding: parts[1], as: UTF8.self), isOptional: parts[0].first == UInt8(ascii: "?"))
  }

  /// Returns the lines that may set `name`, in document order.
  func lines(about name: String) -> [Line] {
    ((settings[name] ?? []) + includes).sorted { $0.offset < $1.offset }.map(\.line)
  }
}
