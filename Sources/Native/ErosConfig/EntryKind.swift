/// A kind of native code that a configuration describes in a section of its own.
public enum EntryKind: String, Sendable, CaseIterable {
  /// A Weex module. Pages call its methods.
  case module
  /// A Weex component. Pages use it as a tag.
  case component
  /// A handler on iOS or an adapter on Android. The host calls it.
  case handler
  /// A Rexxar widget. Pages open it by its URL.
  case widget
  /// A Rexxar container API. Pages request it by its URL.
  case containerAPI
  /// A Rexxar decorator. It changes requests.
  case decorator
  /// A Rexxar proxy. It handles requests.
  case proxy
  /// A native view in a page of an mPaaS mini program.
  case embedView
  /// A JavaScript API of mPaaS mini programs.
  case jsAPI

  /// The key of the section with the entries.
  package var section: String {
    switch self {
    case .proxy: "proxies"
    case .jsAPI: "jsApis"
    default: rawValue + "s"
    }
  }

  /// The old name of the section, if it has one.
  package var formerSection: String? { self == .embedView ? "customViews" : nil }

  /// The keys that the section may have.
  package var sections: [String] { [section] + [formerSection].compactMap(\.self) }

  /// The keys of all sections, in the order of the kinds.
  package static let sections = allCases.flatMap(\.sections)

  /// The host that reads the section.
  package var host: OldestEngines.Host {
    switch self {
    case .module, .component, .handler: .weex
    case .embedView, .jsAPI: .mPaaS
    case .widget, .containerAPI, .decorator, .proxy: .rexxar
    }
  }
}
