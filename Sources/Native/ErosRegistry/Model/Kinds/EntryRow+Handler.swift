import ErosConfig
import ErosCore

extension EntryRow {
  /// A handler (iOS) or adapter (Android) that the host calls, such as an image loader.
  static let handler = EntryRow(
    noun: "handler", subject: "a handler", read: { reader, fields, _ in reader.handler(&fields) })
}

private struct HandlerDetails: EntryDetails {
  let ios: IOSHandler?
  let adapter: Located<HandlerAdapter>?

  var sortKey: String { ios?.protocolName.value ?? adapter?.value.rawValue ?? "" }

  var manifest: [String: JSONValue] {
    var members: [String: JSONValue] = [:]
    if let ios {
      members["protocol"] = .string(ios.protocolName.value)
      members["registry"] = .string(ios.registry.rawValue)
      members["create"] = .string(ios.create)
    }
    members["adapter"] = adapter.map { .string($0.value.rawValue) }
    return members
  }
}

extension Entry {
  /// The handler's side of iOS.
  package var iosHandler: IOSHandler? { (details as? HandlerDetails)?.ios }
  /// The adapter that a handler is on Android.
  var adapter: Located<HandlerAdapter>? { (details as? HandlerDetails)?.adapter }
}

/// A handler in an app for iOS.
package struct IOSHandler: Sendable {
  /// A registry for handlers in an iOS host.
  enum Registry: String, Sendable, CaseIterable {
    case weex, eros
  }

  package let protocolName: Located<String>
  let protocolHeader: String?
  let registry: Registry
  /// The class method that returns the instance.
  let create: String
}

/// The adapters that an Android host accepts.
package enum HandlerAdapter: String, Sendable, CaseIterable {
  case imgAdapter, httpAdapter, drawableLoader, utAdapter, storageAdapter, uriAdapter
  case jsExceptionAdapter, soLoader, webSocketAdapterFactory, classLoaderAdapter, apmGenerater
  case jsFileLoaderAdapter, jscProcessManager, navigator, activityNavBarSetter

  package var setter: String {
    self == .uriAdapter
      ? "setURIAdapter" : "set" + rawValue.prefix(1).uppercased() + rawValue.dropFirst()
  }

  /// `true` if the setter belongs to `WXSDKEngine`, `false` for `InitConfig.Builder`.
  package var belongsToEngine: Bool { self == .navigator || self == .activityNavBarSetter }
}

extension RegistryParser {
  fileprivate func handler(_ reader: inout JSONFields) -> Entry? {
    var facts = commonFacts(&reader)
    let ios = reader.node("ios").flatMap { iosHandler($0) }
    let adapter = reader.node("android").flatMap { androidAdapter($0) }
    facts.ios = ios?.iosClass
    facts.android = adapter?.androidClass
    if !reader.has("ios"), !reader.has("android"), !reader.has("iOS") {
      log.add(.noPlatform, at: reader.offset, "'ios' and 'android' are missing in the handler")
    }
    return Entry(
      kind: .handler, title: nil, names: [], facts: facts,
      details: HandlerDetails(ios: ios?.handler, adapter: adapter?.adapter))
  }

  private func iosHandler(
    _ node: JSONNode
  ) -> (handler: IOSHandler, iosClass: IOSClass)? {
    guard var reader = JSONFields(node, "a handler of iOS", log: log) else { return nil }
    defer { reader.reportUnread(to: log) }
    let protocolName = reader.name("protocol", .identifier, isRequired: true, log: log)
      .flatMap { unreserved($0, ".", ReservedWords.objectiveC) }
    let name = iosClassName(&reader)
    let header = reader.name("header", .header, log: log)?.value
    let protocolHeader = reader.name("protocolHeader", .header, log: log)?.value
    let registry =
      reader.choice("registry", IOSHandler.Registry.self, log: log)?.value ?? .weex
    let create = reader.name("create", .identifier, log: log)?.value ?? "new"
    let condition = reader.name("if", .condition, log: log)
    guard let name, let protocolName else { return nil }
    // Registering a handler creates it, so the code always refers to its class.
    let iosClass = IOSClass(name: name, header: header, lookup: .direct, condition: condition)
    let handler = IOSHandler(
      protocolName: protocolName, protocolHeader: protocolHeader, registry: registry,
      create: create)
    return (handler, iosClass)
  }

  private func androidAdapter(
    _ node: JSONNode
  ) -> (adapter: Located<HandlerAdapter>, androidClass: AndroidClass)? {
    guard var reader = JSONFields(node, "an adapter of Android", log: log) else { return nil }
    defer { reader.reportUnread(to: log) }
    let adapter = reader.choice("adapter", HandlerAdapter.self, log: log)
    if !reader.has("adapter") {
      log.add(.malformed, at: reader.offset, "'adapter' is missing in an adapter of Android")
    }
    let name = androidClassName(&reader, "class", isRequired: true)
    let isKept = reader.boolean("keep") ?? true
    guard let name, let adapter else { return nil }
    return (adapter, AndroidClass(name: name, isKept: isKept))
  }
}
