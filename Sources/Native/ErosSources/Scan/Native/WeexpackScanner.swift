import ErosCore
import ErosRegistry
import ErosSyntax

/// Reads the registrations in the XML files of weexpack.
///
/// ```xml
/// <feature name="Pay">
///   <param name="category" value="module"/>
///   <param name="api" value="pay"/>
///   <param name="android-package" value="com.acme.PayModule"/>
/// </feature>
/// ```
enum WeexpackScanner {
  /// The platform of a file of weexpack, or `nil` for other files.
  static func platform(of name: String) -> Platform? {
    switch name.lowercased() {
    // Both platforms have files with these names; the parameters tell which one is meant.
    case "weexpluginconfig.xml", "plugin.xml": .ios
    case "config.xml", "wx_config.xml": .android
    default: nil
    }
  }

  /// Whether the file registers something for Weex.
  static func reads(_ file: SourceFile) -> Bool {
    file.path.lastPathComponent == "app_config.xml"
      || file.mentions("category") && file.mentions("<feature")
  }

  static func scan(_ file: SourceFile, _ platform: Platform) -> SourceUnit {
    let isAndroid = platform == .android || !file.mentions("ios-package")
    return .reading(file, on: isAndroid ? .android : .ios) { unit in
      var reader = try XMLReader(ByteScanner(file.bytes), .projectFile)
      var feature: (offset: Int, values: [String: String])?
      while let event = try reader.next() {
        guard case .start(let name, let attributes) = event.content else { continue }
        let values = Dictionary(attributes.map { ($0.name, $0.value) }) { first, _ in first }
        if name == "feature" {
          feature.map { unit.add($0.values, at: file.position(at: $0.offset)) }
          feature = (event.range.lowerBound, [:])
        } else if name == "param", let key = values["name"], let value = values["value"] {
          feature?.values[key] = value.trimmed
        }
      }
      feature.map { unit.add($0.values, at: file.position(at: $0.offset)) }
    }
  }
}

extension SourceUnit {
  /// Adds the registration of a feature with these parameters.
  fileprivate mutating func add(_ values: [String: String], at position: FilePosition) {
    let kinds: [String: SourceRegistration.Kind] = [
      "module": .module, "component": .component, "handle": .handler, "handler": .handler,
    ]
    guard let kind = values["category"].flatMap({ kinds[$0.lowercased()] }),
      let className = values[platform == .ios ? "ios-package" : "android-package"]
        ?? values["package"], let name = values["api"]
    else { return }
    register(kind, name, className, at: position)
  }
}
