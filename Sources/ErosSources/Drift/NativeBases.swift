import ErosCore
import ErosRegistry
import ErosSyntax

/// What the classes of each kind of entry have to inherit from or conform to.
struct NativeBases {
  /// The names that do, without packages; the first is what most inherit from.
  let accepted: [String]
  /// Whether the SDK's own classes of any name do, which begin with `WX`.
  var acceptsSDK = false

  static let modules: [Platform: NativeBases] = [
    .ios: NativeBases(accepted: ["WXModuleProtocol", "WXEventModuleProtocol"]),
    .android: NativeBases(
      accepted: ["WXModule", "DestroyableModule", "WXSDKEngine$DestroyableModule"]),
  ]
  static let components: [Platform: NativeBases] = [
    .ios: NativeBases(accepted: ["WXComponent"], acceptsSDK: true),
    .android: NativeBases(accepted: ["WXComponent", "WXVContainer"], acceptsSDK: true),
  ]
  static let widgets: [Platform: NativeBases] = [
    .ios: NativeBases(accepted: ["RXRWidget"]), .android: NativeBases(accepted: ["RexxarWidget"]),
  ]
  static let containerAPIs: [Platform: NativeBases] = [
    .ios: NativeBases(accepted: ["RXRContainerAPI"]),
    .android: NativeBases(accepted: ["RexxarContainerAPI"]),
  ]
  static let decorators: [Platform: NativeBases] = [
    .ios: NativeBases(accepted: ["RXRDecorator", "RXRRequestDecorator"]),
    .android: NativeBases(accepted: ["Interceptor"]),
  ]
  static let proxies: [Platform: NativeBases] = [.ios: NativeBases(accepted: ["RXRProxy"])]
  static let embedViews: [Platform: NativeBases] = [
    .ios: NativeBases(accepted: ["NBComponent"]),
    .android: NativeBases(accepted: ["MPBaseEmbedView"]),
  ]

  /// Bases that certainly are not what any entry needs.
  private static let strangers: Set<String> = [
    "NSObject", "NSProxy", "UIView", "UIViewController", "UIResponder", "Object", "Activity",
    "AppCompatActivity", "Fragment", "Service", "BroadcastReceiver", "View", "FrameLayout",
  ]

  enum Verdict { case fits, unknown, misfit }

  /// Judges the names at which a chain of classes ends.
  func verdict(on roots: [String], names: [String]) -> Verdict {
    let words = (roots + names).map {
      $0.split { $0 == "." || $0 == "$" }.last.map(String.init) ?? $0
    }
    if words.contains(where: { accepted.contains($0) || acceptsSDK && $0.begins(with: "WX") }) {
      return .fits
    }
    let ends = words.prefix(roots.count)
    return ends.allSatisfy(Self.strangers.contains) ? .misfit : .unknown
  }

  /// For messages.
  var description: String { accepted[0] }

  /// Whether the SDK itself reads no attribute and fires no event in `root`.
  static func isPlainComponent(_ root: String) -> Bool {
    let word = root.split { $0 == "." || $0 == "$" }.last.map(String.init) ?? root
    return ["WXComponent", "WXVContainer"].contains(word) || strangers.contains(word)
  }
}
