// As much of the hosts' Swift interfaces as generated code uses.
import Foundation

open class HostObject: NSObject { public override required init() { super.init() } }

public protocol WXImgLoaderProtocol {}
public protocol AcmeShareProtocol {}

public enum WXSDKEngine {
  public static func registerModule(_ name: String, with cls: AnyClass) {}
  public static func registerComponent(_ name: String, with cls: AnyClass) {}
  public static func registerComponent(
    _ name: String, with cls: AnyClass, withProperties properties: [AnyHashable: Any]?
  ) {}
  public static func registerHandler(_ handler: Any, with type: Any.Type) {}
}

public enum BMHandlerFactory {
  public static func registerHandler(_ handler: Any, with type: Any.Type) {}
}

public final class PSDService {
  public static func sharedInstance() -> PSDService { PSDService() }
  public func registerComponent(withName name: String, clsName: String) {}
}

public final class RXRViewController {}

public protocol RXRWidget {
  func canPerform(with url: URL) -> Bool
  func prepare(with url: URL)
  func perform(with controller: RXRViewController)
}
public protocol RXRContainerAPI {}
public protocol RXRDecorator {}
public protocol RXRProxy {}

public enum RXRContainerInterceptor {
  nonisolated(unsafe) public static var containerAPIs: [RXRContainerAPI] = []
}

public enum RXRRequestInterceptor {
  nonisolated(unsafe) public static var decorators: [RXRDecorator] = []
  nonisolated(unsafe) public static var proxies: [RXRProxy] = []
}

public enum RXRConfig {
  public static func setRXRProtocolScheme(_ scheme: String) {}
  public static func setRXRProtocolHost(_ host: String) {}
  public static func setRoutesMapURL(_ url: URL) {}
  public static func setRoutesCachePath(_ path: String?) {}
  public static func setRoutesResourcePath(_ path: String?) {}
}

public enum RXRNSURLProtocol {
  public static func registerRXRProtocolClass(_ type: Any.Type) {}
  public static func unregisterRXRProtocolClass(_ type: Any.Type) {}
}

public struct RXRRequestDecorator: RXRDecorator {
  public init(headers: [String: String], parameters: [String: String]) {}
}

public final class AcmeImageLoader: HostObject, WXImgLoaderProtocol {}
public final class AcmeShare: HostObject, AcmeShareProtocol {
  public static func sharedInstance() -> AcmeShare { AcmeShare() }
}
public final class AcmeChart: HostObject {}
public final class AcmeChartComponent: HostObject {}
public final class AcmeScanModule: HostObject {}
public final class AcmeKitModule: HostObject {}
public final class AcmeSwiftModule: HostObject {}
public final class AcmeListView: HostObject {}
public final class AcmeZoomWidget: HostObject, RXRWidget {
  public func canPerform(with url: URL) -> Bool { false }
  public func prepare(with url: URL) {}
  public func perform(with controller: RXRViewController) {}
}
public final class AcmeProxy: HostObject, RXRProxy {}

public final class UIView { public init() {} }

public typealias WXModuleCallback = (Any?) -> Void
public typealias WXModuleKeepAliveCallback = (Any?, Bool) -> Void
public final class WXSDKInstance {}
public protocol WXModuleProtocol {}
public enum WXBridgeManager { public static func jsThread() -> Thread { .current } }
public enum WXComponentManager { public static func componentThread() -> Thread { .current } }

open class WXComponent: NSObject {
  public init(
    ref: String, type: String, styles: [AnyHashable: Any]?, attributes: [AnyHashable: Any]?,
    events: [Any]?, weexInstance: WXSDKInstance
  ) {}
  open func loadView() -> UIView { UIView() }
  open func viewWillLoad() {}
  open func viewDidLoad() {}
  open func viewWillUnload() {}
  open func viewDidUnload() {}
  open func layoutDidFinish() {}
  open func updateStyles(_ styles: [AnyHashable: Any]) {}
  open func updateAttributes(_ attributes: [AnyHashable: Any]) {}
  open func addEvent(_ eventName: String) {}
  open func removeEvent(_ eventName: String) {}
  public func fireEvent(_ eventName: String, params: [AnyHashable: Any]?) {}
}

public typealias NBComponentCallback = ([AnyHashable: Any]) -> Void
public protocol NBComponentMessageDelegate: AnyObject {
  func sendCustomEventMessage(
    _ message: String, component: NBComponent, data: [AnyHashable: Any],
    callback: @escaping NBComponentCallback)
}
open class NBComponent: NSObject {
  public weak var nbComponentMessageDelegate: (any NBComponentMessageDelegate)?
  open func contentView() -> UIView { UIView() }
  open func componentDataDidChange(withData data: [AnyHashable: Any]) {}
  open func componentDidAppear() {}
  open func componentDidResume() {}
  open func componentDidPause() {}
  open func componentDidDestory() {}
  open func componentDidVisiblity() {}
  open func componentDidHidden() {}
  open func componentDidEnterFullScreen() {}
  open func componentDidExitFullScreen() {}
  open func shouldObServerVisibilityStateChange() -> Bool { false }
  open func componentReceiveMessage(
    _ message: String, data: [AnyHashable: Any], callback: @escaping NBComponentCallback
  ) {}
}

public typealias UniModuleKeepAliveCallback = (Any?, Bool) -> Void
public final class DCUniSDKInstance {}
open class DCUniModule: NSObject {
  public weak var uniInstance: DCUniSDKInstance?
}
open class DCUniComponent: NSObject {
  open func onCreateComponent(
    withRef ref: String, type: String, styles: [String: Any], attributes: [String: Any],
    events: [Any], uniInstance: DCUniSDKInstance
  ) {}
  open func loadView() -> UIView { UIView() }
  open func viewWillLoad() {}
  open func viewDidLoad() {}
  open func viewWillUnload() {}
  open func viewDidUnload() {}
  open func layoutDidFinish() {}
  open func updateStyles(_ styles: [String: Any]) {}
  open func updateAttributes(_ attributes: [String: Any]) {}
  open func addEvent(_ eventName: String) {}
  open func removeEvent(_ eventName: String) {}
  public func fireEvent(_ eventName: String, params: [String: Any]?) {}
}
