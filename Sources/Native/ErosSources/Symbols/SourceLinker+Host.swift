import ErosConfig
import ErosCore
import ErosRegistry
import ErosSyntax

/// Copies of the Weex SDK and of Rexxar in an app's sources.
extension SourceLinker {
  /// Removes what each copy registers for the host itself, and adds one note for each copy.
  mutating func removeHost() {
    let copies = facts.classes.compactMap { type in copy(with: type).map { (type, $0) } }
    guard !copies.isEmpty, let presets = try? Preset.load([]) else { return }
    for (type, copy) in copies { remove(type, copy.host, copy.files, presets) }
  }

  private mutating func remove(
    _ copy: SourceClass, _ host: Message, _ files: Set<String>, _ presets: [Preset]
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
    for kind in EntryKind.allCases {
      facts.unfollowedObjects[copy.platform]?[.entry(kind)]?.removeAll { files.contains($0.file) }
    }
    if facts.unfollowed[copy.platform]?.isEmpty == true { facts.unfollowed[copy.platform] = nil }
    let omitted = count - facts.registrations.count
    facts.findings.append(
      Finding(
        .hostCopy, at: copy.position,
        omitted == 0
          ? "a copy of \(host) is in the sources"
          : "a copy of \(host) is in the sources; of its registrations, \(omitted) belong to the host and are omitted"
      ))
  }

  /// Returns the host whose sources contain the class, and the files of the copy.
  private func copy(with type: SourceClass) -> (host: Message, files: Set<String>)? {
    guard type.isDefinition, !type.isExtension else { return nil }
    switch (type.platform, type.name) {
    case (.ios, "WXSDKEngine"): return ("the Weex SDK", files(beside: type, in: "Engine"))
    case (.ios, "RXRViewController"):
      return (Message(verbatim: "Rexxar"), files(beside: type, in: "Core"))
    case (.android, "com.douban.rexxar.view.RexxarWebView"):
      return (Message(verbatim: "Rexxar"), files(beside: type, in: "view"))
    case (.android, let name):
      let package = WeexPackage.allCases.first { name == $0.rawValue + ".WXSDKEngine" }
      guard let package else { return nil }
      let parts = units.filter { package.contains($0.package + ".") }
      return ("the Weex SDK", Set(parts.map(\.file)))
    default: return nil
    }
  }

  /// Returns the files below the parent of the host's `folder`.
  ///
  /// If a copy has a different layout, returns only the file with the class.
  private func files(beside type: SourceClass, in folder: String) -> Set<String> {
    let folders = type.position.file.split(separator: "/", omittingEmptySubsequences: false)
      .dropLast()
    guard folders.last == folder[...] else { return [type.position.file] }
    let root = folders.dropLast().map { $0 + "/" }.joined()
    return Set(units.filter { $0.platform == type.platform && $0.file.hasPrefix(root) }.map(\.file))
  }
}

extension Preset {
  /// Returns `true` if the host registers the name itself.
  func offers(_ registration: SourceRegistration) -> Bool {
    switch registration.kind {
    case .handler, .adapter: true
    case .domObject: surface[.component][registration.name] != nil
    // A name of an object is its class, and a host registers no JS APIs.
    case .entry(let kind):
      kind.host != .rexxar && surface[kind][registration.name] != nil
    }
  }
}
