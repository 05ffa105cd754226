import ErosCore
import ErosRegistry
import ErosSyntax

/// Copies of the Weex SDK and of Rexxar in the sources of an app.
extension SourceLinker {
  /// Removes the host's own registrations of each copy, and adds one note for each copy.
  mutating func removeHost() {
    let weex = facts.classes.filter(Self.isEngine)
    let rexxar = facts.classes.filter(Self.isRexxar)
    guard !weex.isEmpty || !rexxar.isEmpty else { return }
    let presets = (try? Preset.load([])) ?? []
    for copy in weex {
      let isPart = Self.root(of: copy)
      remove(copy, "the Weex SDK", Set(units.filter { isPart($0) }.map(\.file)), presets)
    }
    for copy in rexxar {
      let root = Self.rexxarRoot(of: copy)
      remove(copy, "Rexxar", Set(units.map(\.file).filter { $0.hasPrefix(root) }), presets)
    }
  }

  private mutating func remove(
    _ copy: SourceClass, _ host: String, _ files: Set<String>, _ presets: [Preset]
  ) {
    for index in facts.classes.indices where files.contains(facts.classes[index].position.file) {
      facts.classes[index].isHost = true
    }
    let count = facts.registrations.count
    facts.registrations.removeAll { item in
      files.contains(item.position.file)
        && presets.contains { $0.surface.platform == item.platform && $0.offers(item) }
    }
    facts.findings.removeAll { $0.file.map(files.contains) ?? false }
    facts.manual.removeAll { files.contains($0.position.file) }
    facts.unfollowed[copy.platform]?.removeAll { files.contains($0.file) }
    for kind in SourceRegistration.Kind.allCases {
      facts.unfollowedObjects[copy.platform]?[kind]?.removeAll { files.contains($0.file) }
    }
    if facts.unfollowed[copy.platform]?.isEmpty == true { facts.unfollowed[copy.platform] = nil }
    let omitted = count - facts.registrations.count
    facts.findings.append(
      Finding(
        .hostCopy, at: copy.position,
        "a copy of \(host) is in the sources"
          + (omitted == 0
            ? "" : "; of its registrations, \(omitted) belong to the host and are omitted")))
  }

  private static func isEngine(_ type: SourceClass) -> Bool {
    guard type.isDefinition, !type.isExtension else { return false }
    return type.platform == .ios
      ? type.name == "WXSDKEngine"
      : WeexConstants.packages.contains { type.name == $0 + ".WXSDKEngine" }
  }

  private static func isRexxar(_ type: SourceClass) -> Bool {
    guard type.isDefinition, !type.isExtension else { return false }
    return type.name
      == (type.platform == .ios ? "RXRViewController" : "com.douban.rexxar.view.RexxarWebView")
  }

  /// Returns the folder of a copy of Rexxar, with a slash, or only the file in other layouts.
  private static func rexxarRoot(of type: SourceClass) -> String {
    // `com/douban/rexxar/view/RexxarWebView.java`, and `Rexxar/Core/RXRViewController.m`.
    let folders = type.position.file.split(separator: "/", omittingEmptySubsequences: false)
      .dropLast()
    guard folders.last == (type.platform == .ios ? "Core" : "view") else {
      return type.position.file
    }
    return folders.dropLast().map { $0 + "/" }.joined()
  }

  /// Returns a predicate for the files of the copy with the class `engine`.
  private static func root(of engine: SourceClass) -> (SourceUnit) -> Bool {
    guard engine.platform == .ios else {
      let package = engine.name.split(separator: ".").dropLast().joined(separator: ".")
      return { $0.package == package || $0.package.hasPrefix(package + ".") }
    }
    // The SDK has its engine in `Sources/Engine`.
    let folders = engine.position.file.split(separator: "/", omittingEmptySubsequences: false)
      .dropLast()
    guard folders.last == "Engine" else {
      let file = engine.position.file
      return { $0.file == file }
    }
    let root = folders.dropLast().joined(separator: "/") + "/"
    return { $0.platform == .ios && $0.file.hasPrefix(root) }
  }
}

extension Preset {
  /// Whether the host registers the name itself.
  func offers(_ registration: SourceRegistration) -> Bool {
    switch registration.kind {
    case .module: surface.modules[registration.name] != nil
    case .component, .domObject: surface.components[registration.name] != nil
    case .handler, .adapter: true
    case .embedView: surface.embedViews[registration.name] != nil
    case .widget, .containerAPI, .decorator, .proxy, .jsAPI: false
    }
  }
}
