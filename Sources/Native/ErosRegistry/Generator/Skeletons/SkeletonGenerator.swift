public import ErosConfig
public import ErosCore

/// Generates the first source files of a class that the description declares.
///
/// You edit these files afterwards, so they have no header and are not in the manifest.
public struct SkeletonGenerator {
  private let registry: Registry
  private let templates: TemplateSet
  /// `true` if components have DOM objects.
  let hasDOMObjects: Bool
  let sdk: HostSDK

  /// Creates a generator for a description without errors.
  ///
  /// - Parameters:
  ///   - parsed: The description.
  ///   - templates: The templates for classes.
  ///   - weexVersion: The Weex SDK's version on Android, or `nil` for a current one.
  public init(
    _ parsed: ParsedRegistry, templates: TemplateSet = .builtIn, weexVersion: WeexVersion? = nil
  ) {
    registry = parsed.registry ?? Registry()
    self.templates = templates
    sdk = HostSDK(registry.settings)
    hasDOMObjects = registry.settings.host == .weex && weexVersion?.hasDOMObjects ?? false
  }

  /// Returns the language of the declared class, or else the project's language on `platform`.
  public func defaultLanguage(
    for kind: EntryKind, named name: String, on platform: Platform
  ) -> NativeLanguage {
    switch platform {
    case .ios:
      let isSwift = (try? declaration(kind, name))?.entry.facts.ios?.isSwift ?? false
      return isSwift ? .swift : registry.settings.ios.language
    case .android: return registry.settings.android.language
    }
  }

  /// Returns the entry's platforms.
  public func platforms(
    of kind: EntryKind, named name: String
  ) throws(GeneratorError) -> [Platform] {
    try declaration(kind, name).entry.facts.platforms.sorted()
  }

  /// Returns the source files for an entry's class.
  ///
  /// They go into `folder`. For Android, package folders are added below it. By default, they go to
  /// the generated code or, on iOS, next to it: if its folder is called `Generated`, the class goes
  /// to a neighbor such as `Modules`.
  ///
  /// - Throws: ``GeneratorError`` if the class cannot be generated. `TextError<TemplateErrorKind>`
  ///   if a template has an error.
  public func files(
    _ kind: EntryKind, named name: String, in language: NativeLanguage, folder: String? = nil
  ) throws -> [GeneratedFile] {
    let (entry, skeleton) = try declaration(kind, name)
    if kind.host == .mPaaS, language.platform == .android,
      registry.settings.android.mpaasPackage == nil
    {
      throw GeneratorError.missingSetting("generate.android.mpaasPackage")
    }
    let location = try location(entry, skeleton, name, language, folder)
    let context = context(entry, skeleton, language, location)
    var files: [GeneratedFile] = []
    for suffix in language.suffixes {
      let bytes = try templates.render("\(skeleton.template).\(suffix)", context)
      files.append(
        GeneratedFile(
          path: "\(location.folder)/\(location.className).\(suffix)", bytes: bytes))
    }
    return files
  }

  /// Returns where the class would be in the platform's second language.
  ///
  /// - Throws: ``GeneratorError`` if the entry is not declared or no folder is set for its class.
  public func otherPaths(
    _ kind: EntryKind, named name: String, than language: NativeLanguage, folder: String? = nil
  ) throws(GeneratorError) -> [String] {
    let (entry, skeleton) = try declaration(kind, name)
    var paths: Set<String> = []
    for other in NativeLanguage.allCases
    where other != language && other.platform == language.platform {
      // Java and Kotlin sources can share a folder.
      for base in [language, other] {
        let location = try location(entry, skeleton, name, base, folder)
        paths.formUnion(other.suffixes.map { "\(location.folder)/\(location.className).\($0)" })
      }
    }
    return paths.sorted(by: inByteOrder)
  }

  /// Checks that each platform has a folder for classes, unless one is given.
  ///
  /// - Throws: ``GeneratorError/noSkeletonFolder(_:)`` with all platforms that lack one.
  public func checkFolders(
    on platforms: [Platform], given: Set<Platform>
  ) throws(GeneratorError) {
    let missing = [Platform.ios, .android].filter { platform in
      platforms.contains(platform) && !given.contains(platform) && outputFolder(on: platform) == nil
    }
    guard missing.isEmpty else { throw .noSkeletonFolder(missing) }
  }

  // MARK: Entries

  private func declaration(
    _ kind: EntryKind, _ name: String
  ) throws(GeneratorError) -> (entry: Entry, skeleton: EntryRow.Skeleton) {
    let entries = registry[kind].flatMap { entry in
      (kind.row.nameNoun == nil ? entry.names : [entry.name])
        .map { (name: $0.value, entry: entry) }
    }
    guard let match = entries.first(where: { $0.name == name && $0.entry.facts.isEnabled }),
      let skeleton = kind.row.skeleton
    else {
      let names = entries.filter(\.entry.facts.isEnabled).map(\.name)
      throw .unknownEntry(kind: kind, name: name, known: names.sorted(by: inByteOrder))
    }
    return (match.entry, skeleton)
  }

  // MARK: Paths

  private struct ClassLocation {
    let folder: String
    let className: String
    let package: String
  }

  /// Returns the folder for iOS classes next to the generated code, as in a new project.
  ///
  /// For example, `App/Modules` for `App/Generated`, and `App` for `App`.
  private static func classFolder(beside output: String, of skeleton: EntryRow.Skeleton)
    -> String
  {
    let suffix = "/Generated"
    return output.hasSuffix(suffix) ? output.dropLast(suffix.count) + "/" + skeleton.folder : output
  }

  private func outputFolder(on platform: Platform) -> String? {
    let settings = registry.settings
    return platform == .ios ? settings.ios.out?.value : settings.android.out?.value
  }

  private func location(
    _ entry: Entry, _ skeleton: EntryRow.Skeleton, _ name: String, _ language: NativeLanguage,
    _ folder: String?
  ) throws(GeneratorError) -> ClassLocation {
    let platform = language.platform
    guard let fullName = entry.facts.className(on: platform) else {
      throw .notOnPlatform(kind: entry.kind, name: name, platform: platform)
    }
    let configured = outputFolder(on: platform).map { output in
      platform == .ios
        ? Self.classFolder(beside: output, of: skeleton) : "\(output)/\(language.rawValue)"
    }
    let wanted = folder.map { $0.utf8.last == UInt8(ascii: "/") ? String($0.dropLast()) : $0 }
    guard let base = wanted ?? configured else { throw .noSkeletonFolder([platform]) }
    guard base.isPathInside else { throw .folderOutside(base) }
    if fullName.utf8.contains(UInt8(ascii: "$")) { throw .innerClass(fullName) }
    var parts = fullName.split(separator: ".").map(String.init)
    let className = parts.removeLast()
    guard platform == .android else {
      return ClassLocation(folder: base, className: className, package: "")
    }
    return ClassLocation(
      folder: ([base] + parts).joined(separator: "/"), className: className,
      package: language == .kotlin
        ? parts.map { ReservedWords.kotlin.contains($0) ? "`\($0)`" : $0 }.joined(separator: ".")
        : parts.joined(separator: "."))
  }

  // MARK: Contexts

  private func context(
    _ entry: Entry, _ skeleton: EntryRow.Skeleton, _ language: NativeLanguage,
    _ location: ClassLocation
  ) -> TemplateContext {
    let name = entry.name.value
    let members = NativeMembers(
      spelling: NativeSpelling(language: language, types: registry.types, sdk: sdk), owner: name)
    let android = registry.settings.android
    let isExported = registry.settings.ios.exports && entry.facts.ios?.isSwift ?? false
    let context: TemplateContext = [
      "class": .text(location.className), "package": .text(location.package),
      "name": .text(name), "sdk": .object(sdk.context),
      "weexPackage": .text(android.weexPackage.rawValue),
      "mpaasPackage": .text(android.mpaasPackage ?? ""), "hasDOMObjects": .flag(hasDOMObjects),
      "exportsHere": .flag(!isExported), "doc": .text(ifPresent: entry.facts.doc),
    ]
    return context.merging(skeleton.context(self, entry, members)) { $1 }
  }

  /// Returns the imports for Java and Kotlin, sorted.
  ///
  /// They cover the classes in `types`, `methods` and `others`, and the SDK's classes for `uses`.
  func imports(
    _ methods: [MethodEntry], _ members: NativeMembers, types: [String] = [], uses: [String],
    others: [String] = []
  ) -> [String] {
    let used = Set(
      members.typeNames(methods).union(types).map {
        $0.utf8.last == UInt8(ascii: "?") ? String($0.dropLast()) : $0
      })
    let importsByName = [
      "JSONObject": "com.alibaba.fastjson.JSONObject",
      "JSONArray": "com.alibaba.fastjson.JSONArray",
      sdk.androidName("callback"): sdk.androidImport("callback"),
    ]
    var imports = others + uses.map(sdk.androidImport)
    imports += importsByName.filter { used.contains($0.key) }.map(\.value)
    if !methods.isEmpty { imports += ["android.util.Log", sdk.androidImport("method")] }
    return imports.sorted(by: inByteOrder)
  }
}

extension EntryFacts {
  fileprivate func className(on platform: Platform) -> String? {
    guard platforms.contains(platform) else { return nil }
    return platform == .ios ? ios?.name.value : android?.name.value
  }
}

extension String {
  var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}

extension NativeLanguage {
  /// Suffixes for the names of a class's files.
  var suffixes: [String] {
    switch self {
    case .objc: ["h", "m"]
    case .swift: ["swift"]
    case .java: ["java"]
    case .kotlin: ["kt"]
    }
  }
}
