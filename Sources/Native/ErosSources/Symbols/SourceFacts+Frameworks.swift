import ErosCore
import ErosRegistry

extension SourceFacts {
  /// Known frameworks that the sources mention, or that a Podfile or a Gradle script names.
  var frameworks: [FrameworkPreset] {
    var result = profiles.flatMap(\.frameworks)
    for (platform, names) in dependencies {
      result += FrameworkPreset.all.filter { framework in
        (framework.platform ?? platform) == platform
          && names.contains { $0.names(framework) }
      }
    }
    return result
  }

  /// Explains that a framework without sources may register `name` on all of `platforms`.
  func frameworkDoubt(about name: String, on platforms: [Platform]) -> Message? {
    if let framework = frameworks.first(where: { $0.offers(name) }) {
      return "\(framework.name) offers it"
    }
    let unknown = platforms.compactMap { platform in
      dependencies[platform]?.first { dependency in
        !dependency.isLocal && !FrameworkPreset.all.contains { dependency.names($0) }
      }
    }
    guard let first = unknown.first, unknown.count == platforms.count else { return nil }
    return "'\(first.name.escapedForDisplay)' offers it (\(first.position))"
  }
}

extension Dependency {
  fileprivate func names(_ framework: FrameworkPreset) -> Bool {
    framework.marks.contains { name.lowercased().contains($0.lowercased()) }
  }
}
