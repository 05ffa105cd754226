import ErosCore

/// A native name that JavaScript needs.
public enum JSNeed: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// A module.
  case module(String)
  /// A method of a module.
  case method(module: String, name: String)
  /// A component, by its tag.
  case component(String)
  /// An attribute of a component.
  case attribute(component: String, name: String)
  /// An event of a component.
  case event(component: String, name: String)

  public var description: String {
    switch self {
    case .module(let name): "module \(name)"
    case .method(let module, let name): "method \(module).\(name)"
    case .component(let name): "component \(name)"
    case .attribute(let component, let name): "attribute \(name) of \(component)"
    case .event(let component, let name): "event \(name) of \(component)"
    }
  }

  public static func < (left: Self, right: Self) -> Bool {
    inByteOrder(left.description, right.description)
  }

  /// Converts `WxcButton` to `wxc-button`.
  package static func kebab(_ name: String) -> String {
    var result = ""
    for scalar in name.unicodeScalars {
      if ("A"..."Z").contains(scalar) {
        if !result.isEmpty, !result.hasSuffix("-") { result += "-" }
        result += String(scalar).lowercased()
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

extension RegistrySurface {
  /// The methods of every module.
  package static let inheritedMethods = ["addEventListener", "removeAllEventListeners"]

  /// Returns whether this surface offers `need`.
  ///
  /// A component that declares no attributes and no events is assumed to offer all.
  public func offers(_ need: JSNeed) -> Bool {
    switch need {
    case .module(let name): methods(of: name) != nil
    case .method(let module, let name):
      methods(of: module).map { $0[name] != nil || Self.inheritedMethods.contains(name) } ?? false
    case .component(let name): components[name] != nil
    case .attribute(let component, let name):
      components[component].map { !$0.declaresMembers || $0.hasAttribute(name) } ?? false
    case .event(let component, let name):
      components[component].map { !$0.declaresMembers || $0.events[name] != nil } ?? false
    }
  }

  /// Returns the `needs` that this surface does not offer, in order.
  public func missing(_ needs: some Sequence<JSNeed>) -> [JSNeed] {
    needs.filter { !offers($0) }
  }

  /// Returns this surface merged with `others`, such as the surface of a host.
  ///
  /// On a conflict this surface's entry wins; methods of the same module are merged, as in the JS
  /// framework.
  public func adding(_ others: [RegistrySurface]) -> RegistrySurface {
    others.reduce(into: self) { sum, other in
      sum.modules.merge(other.modules) { own, more in own.merging(more) { own, _ in own } }
      sum.components.merge(other.components) { own, _ in own }
      sum.widgets.merge(other.widgets) { own, _ in own }
      sum.containerAPIs.merge(other.containerAPIs) { own, _ in own }
      sum.embedViews.merge(other.embedViews) { own, _ in own }
      sum.jsAPIs.formUnion(other.jsAPIs)
    }
  }
}

extension RegistrySurface.Component {
  /// Vue treats `data-set` and `dataSet` as the same attribute.
  fileprivate func hasAttribute(_ name: String) -> Bool {
    let kebab = JSNeed.kebab(name)
    return attributes[name] != nil || attributes.keys.contains { JSNeed.kebab($0) == kebab }
  }

  fileprivate var declaresMembers: Bool { !attributes.isEmpty || !events.isEmpty }
}

// MARK: - eeui

extension RegistrySurface {
  /// Returns the methods of the module that scripts require as `name`, or `nil`.
  ///
  /// In an app with eeui, whose module `eeui` is always registered, its build writes another name.
  package func methods(of name: String) -> [String: Method]? {
    if let known = modules[name] { return known }
    return modules["eeui"] == nil ? nil : modules[Self.eeuiName(name)]
  }

  /// The modules whose prefix `eeui/` the build of eeui adds.
  private static let eeuiModules: Set<String> = [
    "accelerometer", "amap", "audio", "citypicker", "communication", "compass", "deviceInfo",
    "geolocation", "network", "pay", "picture", "recorder", "rongim", "screenshots", "seekbar",
    "umeng", "websocket",
  ]

  /// Returns the name that the build of eeui writes: `eeuiPicture` for `eeui/picture` and `picture`.
  private static func eeuiName(_ name: String) -> String {
    let path = eeuiModules.contains(name) ? "eeui/" + name : name
    let parts = path.split(separator: "/", omittingEmptySubsequences: true)
    return parts.dropFirst().reduce(String(parts.first ?? "")) { joined, part in
      joined + part.prefix(1).uppercased() + part.dropFirst()
    }
  }
}
