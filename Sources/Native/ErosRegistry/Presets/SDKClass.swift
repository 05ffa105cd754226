package import ErosConfig
package import ErosCore

/// A class in a host's SDK that an app's classes may derive from or extend.
package struct SDKClass: Sendable {
  /// A component's attributes and events, except those that its base class has.
  package let attributes: [String]
  package let events: [String]
  /// The base class, if it has attributes or events.
  let base: String?
  /// A component's tags, or a module's name.
  let tags: [String]
  package let module: String?

  init(_ fields: inout JSONFields) throws(JSONFieldFailure) {
    attributes = try fields.optionalStrings("attributes") ?? []
    events = try fields.optionalStrings("events") ?? []
    base = try fields.optionalString("base")
    tags = try fields.optionalStrings("tags") ?? []
    module = try fields.optionalString("module")
  }
}

extension Preset {
  /// Presets that every host has.
  ///
  /// Tests verify that the embedded files are not malformed.
  static let hosts: [Preset] = (try? load([])) ?? []

  /// Returns a constant such as `Constants.Name.SRC`, or `nil` if no SDK has it.
  package static func constant(_ name: String, of type: String) -> String? {
    hosts.lazy.compactMap { $0.constants[type]?[name] }.first
  }

  /// Returns an SDK class with its base classes, or nothing if it is not one.
  package static func sdkClasses(of name: String, on platform: Platform) -> [SDKClass] {
    let classes = hosts.first { $0.surface.platform == platform }?.sdk ?? [:]
    var result: [SDKClass] = []
    var next = classes[name]
    while let type = next, result.count <= classes.count {
      result.append(type)
      next = type.base.flatMap { classes[$0] }
    }
    return result
  }

  /// Returns the tags of an SDK class and of the classes that derive from it.
  package static func tags(below name: String, on platform: Platform) -> [String] {
    let classes = hosts.first { $0.surface.platform == platform }?.sdk ?? [:]
    return classes.flatMap { type in
      var next: String? = type.key
      for _ in 0..<classes.count where next != name { next = next.flatMap { classes[$0]?.base } }
      return next == name ? type.value.tags : []
    }
  }

  /// Returns the methods of components with this SDK class or one that derives from it.
  ///
  /// An abstract class has no component of its own.
  package static func methods(
    below name: String, on platform: Platform
  ) -> [String: RegistrySurface.Member] {
    let surface = hosts.first { $0.surface.platform == platform }?.surface
    return tags(below: name, on: platform).reduce(into: [:]) { methods, tag in
      methods.merge(surface?[.component][tag]?[.method] ?? [:]) { method, _ in method }
    }
  }

  /// Returns the SDK class behind the component `tag`, with its base classes.
  static func sdkClasses(ofTag tag: String, on platform: Platform) -> [SDKClass] {
    let classes = hosts.first { $0.surface.platform == platform }?.sdk ?? [:]
    let name = classes.first { $0.value.tags.contains(tag) }?.key
    return name.map { sdkClasses(of: $0, on: platform) } ?? []
  }
}

extension RegistrySurface {
  /// Adds the SDK's attributes and events to each component that replaces one from the SDK.
  ///
  /// A component that declares none of either stays as it is: it offers all.
  func addingSDKMembers() -> RegistrySurface {
    var result = self
    for (tag, component) in self[.component] where !component.isEmpty(includingMethods: false) {
      for type in Preset.sdkClasses(ofTag: tag, on: platform) {
        for name in type.attributes where result[.component][tag]?[.attribute][name] == nil {
          result[.component][tag]?[.attribute][name] = .init(inputs: ["any"])
        }
        for name in type.events where result[.component][tag]?[.event][name] == nil {
          result[.component][tag]?[.event][name] = .init(output: "any")
        }
      }
    }
    return result
  }

  /// Adds a method to an entry.
  ///
  /// Its arguments are unknown.
  package mutating func add(_ method: String, isSync: Bool, to kind: EntryKind, _ name: String) {
    self[kind][name, default: Entry()][.method][method] = Member(output: "void", isSync: isSync)
  }

  /// Adds methods that an entry may inherit.
  ///
  /// Its own methods stay.
  package mutating func add(
    _ methods: [String: Member], to kind: EntryKind, _ name: String
  ) {
    self[kind][name, default: Entry()][.method].merge(methods) { method, _ in method }
  }
}
