package import ErosCore

/// A native name that JavaScript needs.
public enum JSNeed: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// A module.
  case module(String)
  /// A module's method.
  case method(module: String, name: String)
  /// A component, by its tag.
  case component(String)
  /// A component's attribute.
  case attribute(component: String, name: String)
  /// An event that a component fires.
  case event(component: String, name: String)
  /// A component's method. Pages call it through a reference.
  case componentMethod(component: String, name: String)
  /// A widget or container API, by its path, or an embedded view, by its type.
  case entry(HostEntry, String)
  /// A member of an embedded view with this type, or of any view if the type is empty.
  case viewMember(ViewMember, type: String, name: String)

  public var description: String { "\(message)" }

  /// The description as a message.
  package var message: Message {
    switch self {
    case .module(let name): "module \(name)"
    case .method(let module, let name): "method \(module).\(name)"
    case .component(let name): "component \(name)"
    case .attribute(let component, let name): "attribute \(name) of \(component)"
    case .event(let component, let name): "event \(name) of \(component)"
    case .componentMethod(let component, let name): "method \(name) of \(component)"
    case .entry(let kind, let name): "\(Message(key: kind.rawValue)) \(name)"
    case .viewMember(let kind, "", let name): "\(Message(key: kind.rawValue)) \(name)"
    case .viewMember(let kind, let type, let name):
      "\(Message(key: kind.rawValue)) \(name) of \(type)"
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

/// A kind of entry that pages in Rexxar and mPaaS use by name.
public enum HostEntry: String, Sendable, CaseIterable {
  /// A Rexxar widget. Pages open it by its URL.
  case widget
  /// A Rexxar container API. Pages request it by its URL.
  case containerAPI = "container API"
  /// A native view in a page of an mPaaS mini program.
  case embedView = "embedded view"

  /// Returns the entries that `surface` offers, by name.
  package func names(in surface: RegistrySurface) -> [String] {
    switch self {
    case .widget: Array(surface.widgets.keys)
    case .containerAPI: Array(surface.containerAPIs.keys)
    case .embedView: Array(surface.embedViews.keys)
    }
  }
}

/// A kind of member of an embedded view.
public enum ViewMember: String, Sendable, CaseIterable {
  /// A parameter. A page sets it as an attribute.
  case parameter
  /// An event. A page listens to it with an attribute.
  case event
  /// A message from a page.
  case message

  /// Returns the members that `view` declares, by name.
  package func names(in view: RegistrySurface.EmbedView) -> [String] {
    switch self {
    case .parameter: Array(view.params.keys)
    case .event: Array(view.events.keys)
    case .message: Array(view.messages.keys)
    }
  }
}

extension RegistrySurface {
  /// Methods that every module has.
  package static let inheritedMethods = ["addEventListener", "removeAllEventListeners"]

  /// Methods that every element has in the JavaScript framework, and in browsers that show the
  /// page.
  private static let elementMethods: Set<String> = [
    "addEvent", "addEventListener", "animate", "appendBefore", "appendChild", "appendTo",
    "clear", "click", "cloneNode", "closest", "contains", "destroy", "dispatchEvent", "fireEvent",
    "getAttribute", "getBoundingClientRect", "getComputedStyle", "hasAttribute", "insertAfter",
    "insertBefore", "matches", "querySelector", "querySelectorAll", "remove", "removeAttribute",
    "removeChild", "removeEvent", "removeEventListener", "scrollIntoView", "setAttr",
    "setAttribute", "setAttrs", "setClassList", "setClassStyle", "setStyle", "setStyleBatch",
    "setStyles", "toJSON", "toStyle", "toString",
  ]

  /// Returns `true` if JavaScript can use `need` here.
  ///
  /// A component that declares no attributes and no events is assumed to offer all. The same holds
  /// for a component's methods and an embedded view's members, if none are declared.
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
    case .componentMethod(let component, let name):
      components[component].map {
        !$0.isDescribed || $0.methods[name] != nil || Self.elementMethods.contains(name)
      } ?? false
    // Rexxar's container APIs for iOS choose their requests by the prefix of the path.
    case .entry(.containerAPI, let path) where platform == .ios:
      containerAPIs.keys.contains { path == $0 || path.begins(with: $0 + "/") }
    case .entry(let kind, let name): kind.names(in: self).contains(name)
    case .viewMember(let kind, let type, let name):
      views(of: type).contains { !$0.isDescribed || kind.names(in: $0).contains(name) }
    }
  }

  /// Returns `true` if a missing name is certain: a tag or a page may belong to another host's
  /// code.
  package func canLack(_ need: JSNeed) -> Bool {
    switch need {
    case .module, .method: true
    case .component(let tag), .attribute(let tag, _), .event(let tag, _),
      .componentMethod(let tag, _):
      components[tag] != nil
    case .entry(let kind, _): !kind.names(in: self).isEmpty
    case .viewMember(_, let type, _): !views(of: type).isEmpty
    }
  }

  /// Returns the embedded view with a type, or all if the type is empty.
  package func views(of type: String) -> [EmbedView] {
    type.isEmpty ? Array(embedViews.values) : embedViews[type].map { [$0] } ?? []
  }

  /// Returns the `needs` that this surface does not offer, in order.
  public func missing(_ needs: some Sequence<JSNeed>) -> [JSNeed] {
    needs.filter { !offers($0) }
  }

  /// Returns this surface merged with `others`, such as a host's surface.
  ///
  /// On a conflict, this surface wins. Methods of the same module are merged, as in the JS
  /// framework. So are methods of the same component, which may derive from the host's.
  public func adding(_ others: [RegistrySurface]) -> RegistrySurface {
    others.reduce(into: self) { sum, other in
      sum.modules.merge(other.modules) { methods, more in
        methods.merging(more) { method, _ in method }
      }
      sum.components.merge(other.components) { component, more in component.adding(more.methods) }
      sum.widgets.merge(other.widgets) { attributes, _ in attributes }
      sum.containerAPIs.merge(other.containerAPIs) { type, _ in type }
      sum.embedViews.merge(other.embedViews) { view, _ in view }
      sum.jsAPIs.formUnion(other.jsAPIs)
    }
  }
}

extension RegistrySurface.EmbedView {
  fileprivate var isDescribed: Bool { !params.isEmpty || !events.isEmpty || !messages.isEmpty }
}

extension RegistrySurface.Component {
  /// Vue treats `data-set` and `dataSet` as the same attribute.
  fileprivate func hasAttribute(_ name: String) -> Bool {
    let kebab = JSNeed.kebab(name)
    return attributes[name] != nil || attributes.keys.contains { JSNeed.kebab($0) == kebab }
  }

  fileprivate var declaresMembers: Bool { !attributes.isEmpty || !events.isEmpty }

  fileprivate var isDescribed: Bool { declaresMembers || !methods.isEmpty }

  /// Adds methods, unless the component declares nothing and thus offers all.
  fileprivate func adding(_ more: [String: RegistrySurface.Method]) -> Self {
    var sum = self
    if isDescribed { sum.methods.merge(more) { method, _ in method } }
    return sum
  }
}

// MARK: - eeui

extension RegistrySurface {
  /// Returns the methods of the module that scripts require as `name`.
  ///
  /// An app with a module `eeui` is built with eeui. This build writes a different name.
  package func methods(of name: String) -> [String: Method]? {
    if let methods = modules[name] { return methods }
    return modules["eeui"] == nil ? nil : modules[Self.eeuiName(name)]
  }

  /// Modules that get the prefix `eeui/` in eeui's build.
  private static let eeuiModules: Set<String> = [
    "accelerometer", "amap", "audio", "citypicker", "communication", "compass", "deviceInfo",
    "geolocation", "network", "pay", "picture", "recorder", "rongim", "screenshots", "seekbar",
    "umeng", "websocket",
  ]

  /// Returns the name that eeui's build writes: `eeuiPicture` for `eeui/picture` and `picture`.
  private static func eeuiName(_ name: String) -> String {
    let path = eeuiModules.contains(name) ? "eeui/" + name : name
    let parts = path.split(separator: "/", omittingEmptySubsequences: true)
    return parts.dropFirst().reduce(String(parts.first ?? "")) { joined, part in
      joined + part.prefix(1).uppercased() + part.dropFirst()
    }
  }
}
