// What `Examples/device-ios/webview` uses of UIKit.

@_exported public import Foundation

public struct UIEdgeInsets {
  public var top: CGFloat
}

@MainActor
open class UIView: NSObject {
  public var frame: CGRect
  public var bounds: CGRect
  public var safeAreaInsets: UIEdgeInsets { UIEdgeInsets(top: 0) }
  public var isHidden: Bool
  public init(frame: CGRect) {
    self.frame = frame
    bounds = frame
    isHidden = false
  }
  public convenience override init() { self.init(frame: CGRect(x: 0, y: 0, width: 0, height: 0)) }
  public func addSubview(_ view: UIView) {}
}

@MainActor
open class UIProgressView: UIView {
  public enum Style: Sendable { case bar }
  public convenience init(progressViewStyle style: Style) { self.init() }
  public func setProgress(_ progress: Float, animated: Bool) {}
}

@MainActor
open class UIViewController: NSObject {
  // As UIKit declares it.
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  public var view: UIView! { nil }
  open func viewDidLoad() {}
  open func viewDidLayoutSubviews() {}
  public func present(
    _ viewControllerToPresent: UIViewController, animated flag: Bool,
    completion: (() -> Void)? = nil
  ) {}
}

@MainActor
open class UIAlertAction: NSObject {
  public enum Style: Sendable { case `default` }
  public init(
    title: String?, style: Style, handler: (@MainActor @Sendable (UIAlertAction) -> Void)? = nil
  ) {}
}

@MainActor
open class UIAlertController: UIViewController {
  public enum Style: Sendable { case alert }
  public init(title: String?, message: String?, preferredStyle: Style) {}
  public func addAction(_ action: UIAlertAction) {}
}

@MainActor
open class UIApplication: NSObject {
  public enum State: Sendable { case background }
  public class var shared: UIApplication { UIApplication() }
  public var applicationState: State { .background }
  public nonisolated class var protectedDataDidBecomeAvailableNotification: Notification.Name {
    .init()
  }
}
