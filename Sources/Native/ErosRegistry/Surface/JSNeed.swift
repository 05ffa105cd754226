public import ErosConfig
package import ErosCore

/// A native name that JavaScript needs.
public enum JSNeed: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// An entry, by the name, path or type that pages use.
  case entry(EntryKind, String)
  /// A member of an entry with this name, or of any entry of the kind if the name is empty.
  case member(MemberKind, String, of: EntryKind, String)

  public var description: String { "\(message)" }

  /// The description as a message.
  package var message: Message {
    switch self {
    case .entry(let kind, let name): "\(kind.row.noun) \(name)"
    case .member(let kind, let name, of: _, ""): "\(kind.noun) \(name)"
    case .member(let kind, let name, of: let owner, let ownerName):
      owner.row.joinsMembers
        ? "\(kind.noun) \(ownerName).\(name)" : "\(kind.noun) \(name) of \(ownerName)"
    }
  }

  /// The entry that has the needed member.
  package var owner: JSNeed? {
    guard case .member(_, _, of: let kind, let name) = self else { return nil }
    return .entry(kind, name)
  }

  /// The component's tag, if the need has to do with one.
  public var tag: String? {
    switch self {
    case .entry(.component, let tag), .member(_, _, of: .component, let tag): tag
    default: nil
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
  /// Methods that every module has.
  package static let inheritedMethods = EntryKind.module.row.inheritedMethods

  /// Returns `true` if JavaScript can use `need` here.
  ///
  /// A component that declares no attributes and no events is assumed to offer all. The same holds
  /// for a component's methods and an embedded view's members, if none are declared.
  public func offers(_ need: JSNeed) -> Bool {
    switch need {
    case .entry(let kind, let path) where kind.row.prefixPlatform == platform:
      self[kind].keys.contains { path == $0 || path.begins(with: $0 + "/") }
    case .entry(let kind, let name): entry(kind, name) != nil
    case .member(let member, let name, of: let kind, let owner):
      entries(kind, owner).contains { $0.offers(member, name, of: kind.row) }
    }
  }

  /// Returns `true` if a missing name is certain: a tag or a page may belong to another host's
  /// code.
  package func canLack(_ need: JSNeed) -> Bool {
    switch need {
    case .entry(let kind, let name):
      switch kind.row.certainty {
      case .always: true
      case .ifDeclared: self[kind][name] != nil
      case .ifUsed: !self[kind].isEmpty
      }
    case .member(_, _, of: let kind, let owner):
      kind.row.certainty == .always || !entries(kind, owner).isEmpty
    }
  }

  /// Returns the entry with a name, or all of its kind if the name is empty.
  package func entries(_ kind: EntryKind, _ name: String) -> [Entry] {
    name.isEmpty ? Array(self[kind].values) : entry(kind, name).map { [$0] } ?? []
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
      for kind in EntryKind.allCases {
        sum[kind].merge(other[kind]) { $0.adding($1[.method], kind.row) }
      }
    }
  }
}

extension RegistrySurface.Entry {
  fileprivate func offers(_ kind: MemberKind, _ name: String, of row: EntryRow) -> Bool {
    if row.isOpen, isEmpty(includingMethods: kind == .method) { return true }
    if self[kind][name] != nil { return true }
    switch kind {
    case .method: return row.inheritedMethods.contains(name)
    // Vue treats `data-set` and `dataSet` as the same attribute.
    case .attribute:
      let kebab = JSNeed.kebab(name)
      return self[kind].keys.contains { JSNeed.kebab($0) == kebab }
    default: return false
    }
  }

  /// Adds methods, unless the entry declares nothing and thus offers all.
  fileprivate func adding(
    _ methods: [String: RegistrySurface.Member], _ row: EntryRow
  ) -> Self {
    var sum = self
    if !(row.isOpen && isEmpty(includingMethods: true)) {
      sum[.method].merge(methods) { method, _ in method }
    }
    return sum
  }
}

// MARK: - eeui

extension RegistrySurface {
  /// Returns the entry that pages use by a name.
  ///
  /// An app with a module `eeui` is built with eeui. This build writes other names of modules.
  package func entry(_ kind: EntryKind, _ name: String) -> Entry? {
    if let entry = self[kind][name] { return entry }
    return kind == .module && self[kind]["eeui"] != nil ? self[kind][Self.eeuiName(name)] : nil
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
