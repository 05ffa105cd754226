import ErosConfig
import ErosCore
import ErosTemplates

/// The host that runs a new project's pages.
public enum ProjectTemplate: String, Sendable, CaseIterable {
  /// A Weex app with the Eros client.
  case eros
  /// An app with the Weex SDK alone.
  case weex
  /// An app that maps routes to HTML pages.
  case rexxar
  /// An app with mini programs.
  case mpaas
  /// A native plugin of uni-app.
  case uniApp = "uni-app"

  /// Templates for the project's files, named after their paths.
  var files: [BuiltInTemplate] {
    guard let host = BuiltInTemplate.hosts[rawValue] else { return BuiltInTemplate.project }
    // The host's configuration, guide and pages replace the common ones.
    let replaced = Set(host.map(\.name))
    return host
      + BuiltInTemplate.project.filter { file in
        !replaced.contains(file.name) && !file.name.hasPrefix("dist/")
      }
  }

  /// `true` if pages call native modules, so that `eros check --js` has names to compare.
  package var usesModules: Bool {
    self == .eros || self == .weex || self == .uniApp
  }

  /// `true` if the project's pages are packed as a bundle.
  package var packsBundle: Bool { self != .uniApp }

  /// The example's kind of native class.
  ///
  /// A plugin of uni-app also has a component.
  var example: EntryKind {
    switch self {
    case .eros, .weex, .uniApp: .module
    case .rexxar: .widget
    case .mpaas: .embedView
    }
  }

  /// The folder for native classes, and the suffix of their names.
  var classNames: (folder: String, suffix: String) {
    (example.row.skeleton?.folder ?? "", example.row.skeleton?.suffix ?? "")
  }

  /// Returns the sentence that tells how to call the registrant.
  func start(ios: String?, android: Bool) -> String {
    let calls: [String?] =
      switch self {
      case .eros, .weex:
        [
          ios.map { "`[\($0)ErosRegistrant registerAll]` on iOS" },
          android ? "`ErosRegistrant.registerAll()` on Android" : nil,
        ]
      // uni-app reads tables.
      case .uniApp: []
      case .rexxar:
        [
          ios.map { "`controller.widgets = [\($0)RexxarRegistrant makeWidgets]` on iOS" },
          android ? "`ErosRexxarRegistrant.attach(webView)` on Android" : nil,
        ]
      case .mpaas:
        [
          ios.map {
            "`[\($0)ErosRegistrant registerAll]` in `application:beforeDidFinishLaunchingWithOptions:` on iOS"
          },
          android
            ? "`ErosEmbedViewRegistrant.registerAll()` before `QuinoxlessFramework.init()` on Android"
            : nil,
        ]
      }
    let time =
      switch self {
      case .eros, .weex, .uniApp: "After it has started Weex"
      case .rexxar: "For each web view"
      case .mpaas: "When it starts"
      }
    let first = self == .rexxar ? Self.configuration(ios: ios, android: android) + " " : ""
    return first + "\(time), the app calls "
      + calls.compactMap(\.self).joined(separator: ", and ") + "."
  }

  /// Returns the sentence about the call that applies the settings of Rexxar.
  private static func configuration(ios: String?, android: Bool) -> String {
    let calls = [
      ios.map { "`[\($0)RexxarRegistrant configure]` on iOS" },
      android ? "`ErosRexxarRegistrant.configure()` after `Rexxar.initialize` on Android" : nil,
    ]
    return "When it starts, the app calls "
      + calls.compactMap(\.self).joined(separator: ", and ") + "."
  }
}
