import ErosConfig
import ErosCore
import ErosRegistry
import ErosSyntax

/// The base classes and protocols that an entry's class may have.
struct NativeBases {
  /// Accepted names without packages.
  let accepted: [String]
  /// Classes in the Weex SDK that are accepted as well.
  var sdk = SDKClasses.none

  enum SDKClasses: Sendable {
    case none, modules, components
  }

  private static let rows: [EntryKind: [Platform: NativeBases]] = [
    .module: [
      .ios: NativeBases(
        accepted: ["WXModuleProtocol", "WXEventModuleProtocol", "DCUniModule"], sdk: .modules),
      .android: NativeBases(
        accepted: [
          "WXModule", "DestroyableModule", "WXSDKEngine$DestroyableModule", "UniModule",
          "UniDestroyableModule",
        ], sdk: .modules),
    ],
    .component: [
      .ios: NativeBases(accepted: ["WXComponent", "DCUniComponent"], sdk: .components),
      .android: NativeBases(
        accepted: ["WXComponent", "WXVContainer", "UniComponent", "UniVContainer"],
        sdk: .components),
    ],
    .widget: [
      .ios: NativeBases(accepted: ["RXRWidget"]), .android: NativeBases(accepted: ["RexxarWidget"]),
    ],
    .containerAPI: [
      .ios: NativeBases(accepted: ["RXRContainerAPI"]),
      .android: NativeBases(accepted: ["RexxarContainerAPI"]),
    ],
    .decorator: [
      .ios: NativeBases(accepted: ["RXRDecorator", "RXRRequestDecorator"]),
      .android: NativeBases(accepted: ["Interceptor"]),
    ],
    .proxy: [.ios: NativeBases(accepted: ["RXRProxy"])],
    .embedView: [
      .ios: NativeBases(accepted: ["NBComponent"]),
      .android: NativeBases(accepted: ["MPBaseEmbedView"]),
    ],
  ]

  /// Returns the bases of a kind's classes, or `nil` if any class is accepted.
  static func of(_ kind: EntryKind, on platform: Platform) -> NativeBases? {
    rows[kind]?[platform]
  }

  /// Platform classes that never satisfy an entry.
  private static let unrelatedBases: Set<String> = [
    "NSObject", "NSProxy", "UIView", "UIViewController", "UIResponder", "Object", "Activity",
    "AppCompatActivity", "Fragment", "Service", "BroadcastReceiver", "View", "FrameLayout",
  ]

  enum Verdict { case accepted, unknown, rejected }

  /// Judges a class by its inheritance chain and by the roots that no source declares.
  func verdict(on roots: [String], names: [String]) -> Verdict {
    let simpleNames = (roots + names).map(ClassIndex.simpleName)
    let isKnown = (roots + names).contains { name in
      isOfSDK(name) && (sdk == .components || !names.contains(name))
    }
    if isKnown || simpleNames.contains(where: accepted.contains) { return .accepted }
    let ends = simpleNames.prefix(roots.count)
    return ends.allSatisfy(Self.unrelatedBases.contains) ? .rejected : .unknown
  }

  /// Returns `true` for the SDK's classes: `WXList`, `com.taobao.weex.ui.component.Textarea`.
  private func isOfSDK(_ name: String) -> Bool {
    let simpleName = ClassIndex.simpleName(name)
    let package = WeexPackage.allCases.first { $0.contains(name) }
    return switch sdk {
    case .none: false
    case .modules: simpleName.hasSuffix("Module") && (name.begins(with: "WX") || package != nil)
    case .components:
      simpleName.begins(with: "WX")
        || package.map { name.begins(with: $0.rawValue + ".ui.component.") } ?? false
    }
  }

  /// Returns the base that messages about a host's project name.
  func name(in host: NativeHost) -> String {
    accepted.first { host == .weex || $0.hasPrefix("Uni") || $0.hasPrefix("DCUni") }
      ?? accepted[0]
  }

  /// Returns `true` if an SDK class itself exports no methods, reads no attributes and fires no
  /// events.
  static func isPlain(_ root: String) -> Bool {
    let name = ClassIndex.simpleName(root)
    return [EntryKind.module, .component].flatMap { (rows[$0] ?? [:]).values }.contains {
      $0.accepted.contains(name)
    }
      || unrelatedBases.contains(name)
  }
}

extension NativeBases {
  /// Returns the bases that an entry's class may have, or `nil` if any class is accepted.
  init?(_ entry: Entry, on platform: Platform) {
    let handler =
      platform == .ios
      ? entry.iosHandler.map { NativeBases(accepted: [$0.protocolName.value]) } : nil
    guard let bases = handler ?? Self.of(entry.kind, on: platform) else { return nil }
    self = bases
  }
}
