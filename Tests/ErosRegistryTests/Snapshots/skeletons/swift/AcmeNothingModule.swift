import Foundation
import WeexSDK

/// Pages get it with weex.requireModule('acmeNothing').
@objc(AcmeNothingModule)
public final class AcmeNothingModule: NSObject, WXModuleProtocol {

    /// The page that uses this instance; Weex sets it.
    @objc public weak var weexInstance: WXSDKInstance?
}
