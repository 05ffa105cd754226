import ErosCore
import ErosSyntax

/// The plugins in `buildSrc` that apply the Android application plugin.
struct GradlePlugins {
  /// The paths of the plugins' sources, by the identifiers of the plugins.
  private(set) var applications: [String: String] = [:]

  init(_ files: ProjectFiles) throws {
    let paths = files.paths.filter { $0.hasPrefix("buildSrc/") || $0.contains("/buildSrc/") }
    var classes: [String: String] = [:]
    for path in paths {
      let text = String(decoding: try files.read(path), as: UTF8.self)
      guard text.contains("com.android.application") else { continue }
      let name = path.lastPathComponent
      if let end = name.firstRange(of: ".gradle") {
        // A precompiled script has the name of its plugin.
        if path.contains("/src/main/") { applications[String(name[..<end.lowerBound])] = path }
      } else if let stem = name.split(separator: ".").first {
        classes[String(stem)] = path
      }
    }
    guard !classes.isEmpty else { return }
    for path in paths { add(classes, registeredIn: path, try files.read(path)) }
  }

  /// Adds the classes that a build script, or a file in `META-INF/gradle-plugins`, names.
  private mutating func add(
    _ classes: [String: String], registeredIn path: String, _ bytes: [UInt8]
  ) {
    let text = String(decoding: bytes, as: UTF8.self)
    if path.contains("META-INF/gradle-plugins/") {
      let name = text.split { "=.\r\n ".contains($0) }.last.map(String.init) ?? ""
      if let source = classes[name] {
        applications[String(path.lastPathComponent.dropLast(".properties".count))] = source
      }
      return
    }
    // `{ id = "acme.app" implementationClass = "AppPlugin" }`
    for block in text.split(separator: "}") where block.contains("implementationClass") {
      let inner = block.split(separator: "{").last ?? block
      let values = inner.split { "\"'".contains($0) }
      let value = { (key: String) in
        values.firstIndex { $0.contains(key) }.flatMap { index in
          index + 1 < values.count ? String(values[index + 1]) : nil
        }
      }
      guard let id = value("id"), let name = value("implementationClass"),
        let source = classes[name.split(separator: ".").last.map(String.init) ?? name]
      else { continue }
      applications[id] = source
    }
  }
}
