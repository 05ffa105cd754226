import ErosConfig
import ErosCore
import ErosRegistry
import ErosSyntax

/// Suggests the section `generate` for an app, from the files that register its classes.
struct AdoptedSettings {
  let facts: SourceFacts
  /// The source folders to write into the section.
  ///
  /// Empty for the default folder.
  var folders: [String] = []
  /// Converts a source's path to one below the project's folder, or returns `nil`.
  var pathInProject: (String) -> String? = { _ in nil }

  /// The hosts that the sources use, on each platform with sources.
  ///
  /// An app uses the same hosts on both platforms, even if the sources for one do not mention them.
  var presets: [PresetName] {
    let platforms = Set(facts.profiles.map(\.platform))
    var names = Set(facts.frameworks.flatMap(\.presets))
    for (ios, android) in [
      (PresetName.erosIOS, PresetName.erosAndroid), (.rexxarIOS, .rexxarAndroid),
    ]
    where names.contains(ios) || names.contains(android) {
      if platforms.contains(.ios) { names.insert(ios) }
      if platforms.contains(.android) { names.insert(android) }
    }
    return PresetName.allCases.filter(names.contains)
  }

  /// The host that loads the app's native classes.
  var host: NativeHost { presets.contains(.uniApp) ? .uniApp : .weex }

  /// Settings for the platforms where generated code can replace the registrations.
  var members: [JSONObject.Member] {
    var members: [JSONObject.Member] = []
    members.add("host", text: host == .weex ? nil : host.rawValue)
    members.add("plugin", text: plugin)
    members.add("presets", texts: presets.filter { $0 != .uniApp }.map(\.rawValue))
    members.add("sources", texts: facts.profiles.isEmpty ? [] : folders)
    members.add("ios", ios)
    members.add("android", android)
    return members
  }

  // MARK: Platforms

  var isSwift: Bool { isWritten(in: ".swift", on: .ios) }

  /// Returns `true` if the main file has this extension, or most classes in a table.
  private func isWritten(in ending: String, on platform: Platform) -> Bool {
    guard let file = mainFile(on: platform) else { return false }
    let tables = facts.registrations.filter {
      $0.mechanism == .pluginTable && $0.position.file == file
    }
    guard !tables.isEmpty else { return file.hasSuffix(ending) }
    let index = ClassIndex(facts, platform: platform)
    let files = tables.compactMap { index.resolve($0.className) }.flatMap { index.parts(of: $0) }
      .filter(\.isDefinition).map(\.position.file)
    return files.count { $0.hasSuffix(ending) } * 2 > files.count
  }

  private var ios: JSONValue? {
    guard let file = mainFile(on: .ios) else { return nil }
    var members = [Adoption.member("language", .string(isSwift ? "swift" : "objc"))]
    members.add("prefix", text: prefix)
    let list = table(on: .ios) { $0.hasSuffix(".plist") }
    members.add("infoPlist", text: list.flatMap(pathInProject))
    let folder = host == .weex || list != nil ? pathInProject(list ?? file)?.parentPath : nil
    members.add("out", text: folder.map { $0.isEmpty ? "Generated" : $0 + "/Generated" })
    members.add(
      "swiftHeader", text: isSwift ? nil : facts.profiles.lazy.compactMap(\.swiftHeader).first)
    return .object(JSONObject(members))
  }

  private var android: JSONValue? {
    guard let file = mainFile(on: .android) else { return nil }
    let language = isWritten(in: ".kt", on: .android) ? "kotlin" : "java"
    var members = [Adoption.member("language", .string(language))]
    members.add("package", text: host == .weex ? package(of: file) : nil)
    members.add("out", text: androidOut)
    let weex = facts.profiles.compactMap(\.weexPackage)
    let isApache = !weex.isEmpty && !weex.contains(.taobao)
    members.add("weexPackage", text: isApache ? WeexPackage.apache.rawValue : nil)
    members.add("mpaasPackage", text: facts.profiles.lazy.compactMap(\.mpaasPackage).first)
    members.add("emit", texts: file.hasSuffix(".xml") ? ["app_config", "proguard"] : [])
    return .object(JSONObject(members))
  }

  /// The file that loses most registrations to generated code.
  private func mainFile(on platform: Platform) -> String? {
    let files = facts.registrations.filter {
      $0.platform == platform && ![.macro, .annotation].contains($0.mechanism)
        && !$0.isInFileOfOtherTool
        && ![.entry(.jsAPI), .adapter, .domObject].contains($0.kind)
    }.map(\.position.file)
    return files.mostFrequent?.name
  }

  /// Returns the table of uni-app with most registrations among the files that `isWanted` accepts.
  private func table(on platform: Platform, _ isWanted: (String) -> Bool) -> String? {
    facts.registrations.filter {
      $0.platform == platform && $0.mechanism == .pluginTable && isWanted($0.position.file)
    }.map(\.position.file).mostFrequent?.name
  }

  /// The folder of the only plugin's package, whose name is the start of its modules' names.
  private var plugin: String? {
    let entries = facts.registrations.filter {
      $0.mechanism == .pluginTable && $0.position.file.lastPathComponent == PluginTableName.package
    }
    guard let file = entries.first?.position.file, let folder = pathInProject(file)?.parentPath,
      entries.allSatisfy({ $0.position.file == file }), !folder.isEmpty,
      entries.contains(where: { $0.name.hasPrefix(folder.lastPathComponent) })
    else { return nil }
    return folder
  }

  /// The source set with the file that contains most registrations on Android.
  var androidOut: String? {
    if host == .uniApp {
      let file = table(on: .android) { $0.lastPathComponent == PluginTableName.assets }
      return file.flatMap(pathInProject).flatMap(Self.sourceSet)
    }
    guard let file = mainFile(on: .android), package(of: file) != nil else { return nil }
    return pathInProject(file).flatMap(Self.sourceSet)
  }

  /// Returns any source in the Gradle module that contains the folder `out`.
  func source(inModuleOf out: String) -> String? {
    guard let folder = GradleModules.folder(ofOutput: out) else { return nil }
    return facts.profiles.first { profile in
      profile.platform == .android
        && pathInProject(profile.file).map { ("/" + $0).hasPrefix(folder) } == true
    }?.file
  }

  /// Returns the package of the registrations or of most registered classes, followed by `.eros`.
  private func package(of file: String) -> String? {
    var package = facts.profiles.first { $0.file == file }?.package ?? ""
    if package.isEmpty {
      let packages = facts.registrations.filter { $0.platform == .android }.map {
        $0.className.split(separator: ".").dropLast().joined(separator: ".")
      }
      package = packages.mostFrequent?.name ?? ""
    }
    let name = package + ".eros"
    return !package.isEmpty && NameRule.javaPackage.accepts(name) ? name : nil
  }

  /// Returns `app/src/main` for `app/src/main/java/com/acme/App.java`.
  private static func sourceSet(_ path: String) -> String? {
    let names = path.split(separator: "/").map(String.init)
    let folders: Set<String> = ["java", "kotlin", "res", "assets"]
    guard let index = names.dropLast().lastIndex(where: folders.contains), index > 0 else {
      return nil
    }
    return names[..<index].joined(separator: "/")
  }

  /// The prefix of most registered classes on iOS: `ACME` from `ACMEScan`, `Acme` from `AcmeScan`.
  private var prefix: String? {
    let names = Set(facts.registrations.filter { $0.platform == .ios }.map(\.className))
    guard let best = names.compactMap(Self.prefix).mostFrequent, best.count > 1,
      best.count * 2 > names.count, NameRule.prefix.accepts(best.name)
    else { return nil }
    return best.name
  }

  private static func prefix(_ name: String) -> String? {
    let capitals = name.prefix { $0.isUppercase }
    if capitals.count > 2 { return String(capitals.dropLast()) }
    let ending = name.dropFirst(capitals.count).prefix { !$0.isUppercase }
    let isWord = capitals.count == 1 && capitals.count + ending.count < name.count
    return isWord ? String(capitals + ending) : nil
  }
}

extension [String] {
  /// The most frequent element.
  ///
  /// If several are, the first in string order.
  fileprivate var mostFrequent: (name: String, count: Int)? {
    reduce(into: [:]) { $0[$1, default: 0] += 1 }
      .max { ($0.value, $1.key) < ($1.value, $0.key) }.map { ($0.key, $0.value) }
  }
}
