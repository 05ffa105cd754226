import ErosCore
import ErosRegistry
import ErosSyntax

/// Reads registrations from weexpack's XML files.
///
/// ```xml
/// <feature name="Pay">
///   <param name="category" value="module"/>
///   <param name="api" value="pay"/>
///   <param name="android-package" value="com.acme.PayModule"/>
/// </feature>
/// ```
///
/// A feature can have a class for each platform, and `plugin.xml` has the features of both
/// platforms.
enum WeexpackScanner {
  /// Returns `true` if weexpack has files with this name.
  static func isNamed(_ name: String) -> Bool {
    ["weexpluginconfig.xml", "plugin.xml", "config.xml", "wx_config.xml"]
      .contains(name.lowercased())
  }

  /// Returns `true` if the file registers something for Weex.
  static func reads(_ file: SourceFile) -> Bool {
    file.path.lastPathComponent == "app_config.xml"
      || file.mentions("category") && file.mentions("<feature")
  }

  /// Returns one unit per platform if the file registers something there.
  static func scan(_ file: SourceFile) -> [SourceUnit] {
    // A malformed file has no platform, and one finding.
    let units = Platform.allCases.map { scan(file, $0) }
    let used = units.filter { !$0.registrations.isEmpty }
    return used.isEmpty ? units.filter { $0.platform == platform(of: file) } : used
  }

  /// Returns the platform of parameters that name none.
  private static func platform(of file: SourceFile) -> Platform {
    file.mentions("ios-package") && !file.mentions("android-package") ? .ios : .android
  }

  private static func scan(_ file: SourceFile, _ platform: Platform) -> SourceUnit {
    let other = Self.platform(of: file)
    return .reading(file, on: platform) { unit in
      var reader = try XMLReader(ByteScanner(file.bytes), .projectFile)
      var section: String?
      var feature: (offset: Int, values: [String: String])?
      func add(_ feature: (offset: Int, values: [String: String])?) {
        guard let feature else { return }
        let isOwn = (section ?? other.rawValue).lowercased() == platform.rawValue
        unit.add(feature.values, isOwn: isOwn, at: file.position(at: feature.offset))
      }
      while let event = try reader.next() {
        guard case .start(let name, let attributes) = event.content else { continue }
        let values = Dictionary(attributes.map { ($0.name, $0.value) }) { first, _ in first }
        if name == "platform" || name == "feature" {
          add(feature)
          feature = name == "feature" ? (event.range.lowerBound, [:]) : nil
        }
        if name == "platform" { section = values["name"] }
        if name == "param", let key = values["name"], let value = values["value"] {
          feature?.values[key] = value.trimmed
        }
      }
      add(feature)
    }
  }
}

extension SourceUnit {
  /// Adds the registration that a feature's parameters describe.
  ///
  /// - Parameters:
  ///   - values: The parameters by name.
  ///   - isOwn: `true` if parameters that name no platform belong to this unit's platform.
  ///   - position: Where the feature is.
  fileprivate mutating func add(
    _ values: [String: String], isOwn: Bool, at position: FilePosition
  ) {
    let kinds: [String: SourceRegistration.Kind] = [
      "module": .module, "component": .component, "handle": .handler, "handler": .handler,
    ]
    guard let kind = values["category"].flatMap({ kinds[$0.lowercased()] }),
      let className = values[platform == .ios ? "ios-package" : "android-package"]
        ?? (isOwn ? values["package"] : nil), let name = values["api"]
    else { return }
    register(kind, name, className, at: position)
  }
}
