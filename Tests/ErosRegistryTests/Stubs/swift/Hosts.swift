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

public protocol RXRWidget {}
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
public final class AcmeZoomWidget: HostObject, RXRWidget {}
public final class AcmeProxy: HostObject, RXRProxy {}
