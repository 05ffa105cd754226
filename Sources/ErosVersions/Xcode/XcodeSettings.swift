import ErosCore
import ErosSyntax

/// Finds build settings as Xcode does: the target's, those of its file, the project's, of its file.
struct XcodeSettings {
  /// Where a setting is written.
  struct Origin {
    let kind: VersionLocation.Kind
    /// Below the folder of the native projects.
    let path: String
    let offset: Int
    /// What a new text takes the place of, or `nil` when it cannot.
    let edit: VersionEdit?
  }

  /// What is known of a setting.
  enum Answer {
    /// What it is written as, which may refer to others.
    case text(String, Origin)
    case absent
    /// It may be set, but to what cannot be told, for this reason.
    case unknown(String)
  }

  /// What settings are looked up in.
  struct Source {
    let project: XcodeProject
    let path: String
    let folder: String
    let target: XcodeProject.Target
    let configuration: XcodeProject.Configuration
  }

  private static let longestChain = 5

  let files: ProjectFiles
  private var parsed: [String: XcodeSettingsFile] = [:]
  private var answers: [Use: Answer] = [:]

  /// A name that is looked for in a file.
  private struct Use: Hashable {
    let name: String
    let path: String
  }

  init(_ files: ProjectFiles) { self.files = files }

  /// The text that `name` has in the end, and where it is written, in one piece.
  mutating func find(_ name: String, of source: Source, depth: Int = 0) throws -> Answer {
    guard depth < Self.longestChain else { return .unknown("'\(name)' refers to too many others") }
    let answer = try raw(name, of: source)
    guard case .text(let text, _) = answer, BuildSettingReference.isIn(text) else { return answer }
    guard let other = BuildSettingReference.name(in: text) else {
      return .unknown("'\(text.escapedForDisplay)' is put together of several settings")
    }
    if case .absent = try find(other, of: source, depth: depth + 1) {
      return .unknown("what '\(text.escapedForDisplay)' is, is written nowhere")
    }
    return try find(other, of: source, depth: depth + 1)
  }

  /// A text with all the settings in it, or `nil` when one of them is not known.
  mutating func expand(_ text: String, of source: Source, depth: Int = 0) throws -> String? {
    guard depth < Self.longestChain else { return nil }
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

  /// What `name` is written as where it counts; what only hands a value on is passed over.
  mutating func raw(_ name: String, of source: Source) throws -> Answer {
    for settings in source.configuration.settings {
      let answer = own(name, settings, source)
      if Self.isDecisive(answer, about: name) { return answer }
      let fromFile = try inFile(name, settings.file, source)
      if Self.isDecisive(fromFile, about: name) { return fromFile }
    }
    return .absent
  }

  private static func isDecisive(_ answer: Answer, about name: String) -> Bool {
    switch answer {
    case .absent: return false
    case .unknown: return true
    case .text(let text, _):
      let other = BuildSettingReference.name(in: text)
      return other != "inherited" && other != name
    }
  }

  private func own(_ name: String, _ settings: XcodeProject.Settings, _ source: Source) -> Answer {
    if settings.conditional.contains(name) { return Self.conditional(name) }
    guard let node = settings.values[name] else { return .absent }
    guard let text = node.string else { return .unknown("'\(name)' is \(node.kindName)") }
    let isText = source.project.list.form != .binary && !node.pieces.isEmpty
    return .text(
      text,
      Origin(
        kind: .xcodeProject, path: source.path, offset: node.range.lowerBound,
        edit: isText ? .bytes(node.pieces) : nil))
  }

  private static func conditional(_ name: String) -> Answer {
    .unknown("'\(name)' has values that count only under conditions")
  }

  // MARK: Files

  private mutating func inFile(
    _ name: String, _ place: XcodeProject.SettingsPlace?, _ source: Source
  ) throws -> Answer {
    switch place {
    case nil: return .absent
    case .elsewhere(let file):
      return .unknown("where '\(file.escapedForDisplay)' is, only the build can tell")
    case .path(let file):
      return try inFile(name, files.joined(source.folder, file), written: file, isOptional: false)
    }
  }

  private mutating func inFile(
    _ name: String, _ path: String?, written: String, isOptional: Bool
  ) throws -> Answer {
    guard let path else {
      return .unknown("'\(written.escapedForDisplay)' is not below '\(files.root)'")
    }
    let use = Use(name: name, path: path)
    if let answer = answers[use] { return answer }
    guard let file = try file(path) else {
      // What CocoaPods makes is not there before its first run, and sets no versions.
      let isMade = isOptional || path.split(separator: "/").contains("Pods")
      return isMade ? .absent : .unknown("'\(files.place(path).escapedForDisplay)' is not there")
    }
    // A file that includes itself adds nothing.
    answers[use] = .absent
    let answer = try last(name, in: file, path)
    answers[use] = answer
    return answer
  }

  private mutating func file(_ path: String) throws -> XcodeSettingsFile? {
    if let known = parsed[path] { return known }
    guard let bytes = try files.readIfThere(path) else { return nil }
    let file = try XcodeSettingsFile(bytes, file: files.place(path))
    parsed[path] = file
    return file
  }

  /// The last line of a file that sets `name`; an included file stands where it is included.
  private mutating func last(
    _ name: String, in file: XcodeSettingsFile, _ path: String
  ) throws -> Answer {
    for line in file.lines(about: name).reversed() {
      switch line {
      case .setting(let setting):
        return .text(
          setting.value,
          Origin(
            kind: .xcodeSettings, path: path, offset: setting.range.lowerBound,
            edit: .bytes([setting.range])))
      case .conditional: return Self.conditional(name)
      case .continued: return .unknown("'\(name)' goes on in the next line")
      case .include(let written, let isOptional):
        let place = files.joined(path.parentPath, written)
        let answer = try inFile(name, place, written: written, isOptional: isOptional)
        if case .absent = answer { continue }
        return answer
      }
    }
    return .absent
  }
}

/// The lines of an `.xcconfig`.
struct XcodeSettingsFile {
  enum Line {
    case setting(SettingsFile.Setting)
    /// A setting that counts only for one SDK, architecture or configuration.
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
    let text = line.drop { $0.isSpace }
    guard text.starts(with: "#include".utf8) else { return nil }
    let rest = text.dropFirst("#include".utf8.count)
    let parts = rest.split(
      separator: UInt8(ascii: "\""), maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count > 1 else { return nil }
    return .include(
      String(decoding: parts[1], as: UTF8.self), isOptional: parts[0].first == UInt8(ascii: "?"))
  }

  /// The lines that may set `name`, in the order of the text.
  func lines(about name: String) -> [Line] {
    ((settings[name] ?? []) + includes).sorted { $0.offset < $1.offset }.map(\.line)
  }
}
