package import ErosCore

/// A class of a host's SDK that classes of apps may derive from or extend.
package struct SDKClass: Sendable {
  /// The attributes and events of a component, without those of its base class.
  package let attributes: [String]
  package let events: [String]
  /// The base class, if it has attributes or events.
  let base: String?
  /// The tags of a component, and the name of a module.
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
  /// The presets of every host, or none if an embedded file is malformed.
  ///
  /// Tests verify that none is.
  static let hosts: [Preset] = (try? load([])) ?? []

  /// Returns the value of a constant such as `Constants.Name.SRC`, or `nil` if no SDK has it.
  package static func constant(_ name: String, of type: String) -> String? {
    hosts.lazy.compactMap { $0.constants[type]?[name] }.first
  }

  /// Returns the SDK class `name` on a platform with its base classes; empty for other classes.
  package static func sdkClasses(of name: String, on platform: Platform) -> [SDKClass] {
    let classes = hosts.first { $0.surface.platform == platform }?.sdk ?? [:]
    var found: [SDKClass] = []
    var next = classes[name]
    while let type = next, found.count <= classes.count {
      found.append(type)
      next = type.base.flatMap { classes[$0] }
    }
    return found
  }

  /// Returns the tags of the SDK class `name` and of the classes that derive from it.
  package static func tags(below name: String, on platform: Platform) -> [String] {
    let classes = hosts.first { $0.surface.platform == platform }?.sdk ?? [:]
    return classes.flatMap { type in
      var next: String? = type.key
      for _ in 0..<classes.count where next != name { next = next.flatMap { classes[$0]?.base } }
      return next == name ? type.value.tags : []
    }
  }

  /// Returns the methods of the components with the SDK class `name`, or with a class that derives from
  /// it: an abstract class has no component of its own.
  package static func methods(
    below name: String, on platform: Platform
  ) -> [String: RegistrySurface.Method] {
    let surface = hosts.first { $0.surface.platform == platform }?.surface
    return tags(below: name, on: platform).reduce(into: [:]) { methods, tag in
      methods.merge(surface?.components[tag]?.methods ?? [:]) { own, _ in own }
    }
  }

  /// Returns the SDK class of the component `tag` with its base classes.
  static func sdkClasses(ofTag tag: String, on platform: Platform) -> [SDKClass] {
    let classes = hosts.first { $0.surface.platform == platform }?.sdk ?? [:]
    let name = classes.first { $0.value.tags.contains(tag) }?.key
    return name.map { sdkClasses(of: $0, on: platform) } ?? []
  }
}

extension RegistrySurface {
  /// Adds the attributes and events of the SDK's component to each component that replaces it.
  ///
  /// A component that declares none of either stays as it is: it offers all.
  func addingSDKMembers() -> RegistrySurface {
    var result = self
    for (tag, component) in components
    where !(component.attributes.isEmpty && component.events.isEmpty) {
      for type in Preset.sdkClasses(ofTag: tag, on: platform) {
        for name in type.attributes where result.components[tag]?.attributes[name] == nil {
          result.components[tag]?.attributes[name] = .init(type: "any", isRequired: false)
        }
        for name in type.events where result.components[tag]?.events[name] == nil {
          result.components[tag]?.events[name] = "any"
        }
      }
    }
    return result
  }

  /// Adds a method with unknown arguments to a module.
  package mutating func add(_ method: String, isSync: Bool, to module: String) {
    modules[module, default: [:]][method] = Method(args: [], returns: "void", isSync: isSync)
  }

  /// Adds a method with unknown arguments to a component.
  package mutating func add(_ method: String, isSync: Bool, toComponent tag: String) {
    components[tag, default: Component()].methods[method] = Method(
      args: [], returns: "void", isSync: isSync)
  }

  /// Adds methods that a component may inherit; a method that it has stays.
  package mutating func add(_ methods: [String: Method], toComponent tag: String) {
    components[tag, default: Component()].methods.merge(methods) { own, _ in own }
  }
}
