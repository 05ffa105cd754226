import ErosCore
import ErosRegistry
import ErosSyntax

/// The section `generate` for an app, derived from the files that register its classes.
struct AdoptedSettings {
  private let profiles: [SourceProfile]
  private let registrations: [SourceRegistration]
  private let frameworks: [Framework]
  /// Converts the path of a source to one below the project's folder, or returns `nil`.
  private let pathInProject: (String) -> String?

  init(_ facts: SourceFacts, pathInProject: @escaping (String) -> String?) {
    profiles = facts.profiles
    registrations = facts.registrations
    frameworks = facts.frameworks
    self.pathInProject = pathInProject
  }

  /// The hosts that the sources use, on each platform with sources.
  ///
  /// An app uses the same hosts on both platforms, even if the sources of one do not mention them.
  var presets: [PresetName] {
    let platforms = Set(profiles.map(\.platform))
    var found = Set(frameworks.flatMap(\.presets))
    for (ios, android) in [
      (PresetName.erosIOS, PresetName.erosAndroid), (.rexxarIOS, .rexxarAndroid),
    ]
    where found.contains(ios) || found.contains(android) {
      if platforms.contains(.ios) { found.insert(ios) }
      if platforms.contains(.android) { found.insert(android) }
    }
    return PresetName.allCases.filter(found.contains)
  }

  /// The settings of the platforms whose registrations the generated code can replace.
  var members: [JSONObject.Member] {
    var members: [JSONObject.Member] = []
    if !presets.isEmpty {
      members.append(Adoption.member("presets", .strings(presets.map(\.rawValue))))
    }
    if let ios { members.append(Adoption.member("ios", ios)) }
    if let android { members.append(Adoption.member("android", android)) }
    return members
  }

  // MARK: Platforms

  /// Whether most registrations on iOS are in Swift.
  var isSwift: Bool { mainFile(on: .ios)?.hasSuffix(".swift") == true }

  private var ios: JSONValue? {
    guard let file = mainFile(on: .ios) else { return nil }
    let isSwift = file.hasSuffix(".swift")
    var members = [Adoption.member("language", .string(isSwift ? "swift" : "objc"))]
    if let prefix { members.append(Adoption.member("prefix", .string(prefix))) }
    if let folder = pathInProject(file)?.folder {
      members.append(
        Adoption.member("out", .string(folder.isEmpty ? "Generated" : folder + "/Generated")))
    }
    if !isSwift, let header = profiles.lazy.compactMap(\.swiftHeader).first {
      members.append(Adoption.member("swiftHeader", .string(header)))
    }
    return .object(JSONObject(members))
  }

  private var android: JSONValue? {
    guard let file = mainFile(on: .android) else { return nil }
    var members = [
      Adoption.member("language", .string(file.hasSuffix(".kt") ? "kotlin" : "java"))
    ]
    let package = package(of: file)
    if let package { members.append(Adoption.member("package", .string(package))) }
    if package != nil, let out = pathInProject(file).flatMap(Self.sourceSet) {
      members.append(Adoption.member("out", .string(out)))
    }
    let weex = profiles.compactMap(\.weexPackage)
    if !weex.isEmpty, !weex.contains(.taobao) {
      members.append(Adoption.member("weexPackage", .string(WeexPackage.apache.rawValue)))
    }
    if let mpaas = profiles.lazy.compactMap(\.mpaasPackage).first {
      members.append(Adoption.member("mpaasPackage", .string(mpaas)))
    }
    if file.hasSuffix(".xml") {
      members.append(Adoption.member("emit", .strings(["app_config", "proguard"])))
    }
    return .object(JSONObject(members))
  }

  /// The file with most registrations that generated code replaces.
  private func mainFile(on platform: Platform) -> String? {
    let files = registrations.filter {
      $0.platform == platform && ![.macro, .annotation].contains($0.mechanism)
        && ![.jsAPI, .adapter, .domObject].contains($0.kind)
    }.map(\.position.file)
    let counts = files.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    return counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
  }

  /// The package of the registrations, or of most registered classes, with `.eros`.
  private func package(of file: String) -> String? {
    var package = profiles.first { $0.file == file }?.package ?? ""
    if package.isEmpty {
      let packages = registrations.filter { $0.platform == .android }.map {
        $0.className.split(separator: ".").dropLast().joined(separator: ".")
      }
      let counts = packages.reduce(into: [:]) { $0[$1, default: 0] += 1 }
      package = counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? ""
    }
    let name = package + ".eros"
    return !package.isEmpty && NameRule.javaPackage.accepts(name) ? name : nil
  }

  /// `app/src/main` of `app/src/main/java/com/acme/App.java`.
  private static func sourceSet(_ path: String) -> String? {
    let names = path.split(separator: "/").map(String.init)
    let folders: Set<String> = ["java", "kotlin", "res", "assets"]
    guard let index = names.dropLast().lastIndex(where: folders.contains), index > 0 else {
      return nil
    }
    return names[..<index].joined(separator: "/")
  }

  /// The prefix of most registered classes on iOS: `ACME` of `ACMEScan`, `Acme` of `AcmeScan`.
  private var prefix: String? {
    let names = Set(registrations.filter { $0.platform == .ios }.map(\.className))
    let found = names.compactMap(Self.prefix)
    let counts = found.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    guard let best = counts.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }),
      best.value > 1, best.value * 2 > names.count, NameRule.prefix.accepts(best.key)
    else { return nil }
    return best.key
  }

  private static func prefix(_ name: String) -> String? {
    let capitals = name.prefix { $0.isUppercase }
    if capitals.count > 2 { return String(capitals.dropLast()) }
    let rest = name.dropFirst(capitals.count).prefix { !$0.isUppercase }
    let isWord = capitals.count == 1 && capitals.count + rest.count < name.count
    return isWord ? String(capitals + rest) : nil
  }
}

extension String {
  /// The path without its last name, or the empty string.
  fileprivate var folder: String {
    lastIndex(of: "/").map { String(self[..<$0]) } ?? ""
  }
}
