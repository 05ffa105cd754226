// GENERATED FILE - DO NOT EDIT. Run `eros generate` to update.
// source: eros.native.json
// format: 1
// eros-surface-ios: sha256:b0e94a293a8b0e228377a71deb92ccd97cbc71e0fef094653b620bc7b6b8f5f8
// swiftlint:disable all
// swift-format-ignore-file

import Foundation
import AcmeKit
import NebulaPoseidon
import WeexSDK

/// Registers everything that eros.native.json declares for iOS.
///
/// Call once, on the main thread, after WXSDKEngine.initSDKEnvironment().
public enum AcmeErosRegistrant {

    /// The surface fingerprint compiled into this binary.
    public static let surfaceFingerprint = "sha256:b0e94a293a8b0e228377a71deb92ccd97cbc71e0fef094653b620bc7b6b8f5f8"

    /// Logs and returns the names whose class was not found, as "kind:name:Class".
    @discardableResult
    public static func registerAll() -> [String] {
        var missing: [String] = []
        registerHandlers()
        registerComponents(&missing)
        registerModules(&missing)
        registerEmbedViews(&missing)
        for name in missing {
            NSLog("[eros] not registered: %@", name)
        }
        return missing
    }

    private static func registerHandlers() {
        BMHandlerFactory.registerHandler(AcmeShare.sharedInstance(), with: AcmeShareProtocol.self)
        WXSDKEngine.registerHandler(AcmeImageLoader(), with: WXImgLoaderProtocol.self)
    }

    private static func registerComponents(_ missing: inout [String]) {
        WXSDKEngine.registerComponent("acme-chart", with: AcmeChart.self, withProperties: ["append": "tree", "type": "acme-chart"])
        WXSDKEngine.registerComponent("acmechart", with: AcmeChart.self, withProperties: ["append": "tree", "type": "acmechart"])
        if let cls = NSClassFromString("AcmeList") {
            WXSDKEngine.registerComponent("acme-list", with: cls, withProperties: ["isTemplate": true, "type": "acme-list"])
        } else {
            missing.append("component:acme-list:AcmeList")
        }
        if let cls = NSClassFromString("AcmePlain") {
            WXSDKEngine.registerComponent("acme-plain", with: cls)
        } else {
            missing.append("component:acme-plain:AcmePlain")
        }
        if let cls = NSClassFromString("AcmeRow") {
            WXSDKEngine.registerComponent("acme-row", with: cls, withProperties: nil)
        } else {
            missing.append("component:acme-row:AcmeRow")
        }
    }

    private static func registerModules(_ missing: inout [String]) {
        #if DEBUG || USE_SCAN
        WXSDKEngine.registerModule("acme-scan", with: AcmeScanModule.self)
        #endif
        WXSDKEngine.registerModule("acmeKit", with: AcmeKitModule.self)
        if let cls = NSClassFromString("AcmeOtherModule") {
            WXSDKEngine.registerModule("acmeScan", with: cls)
        } else {
            missing.append("module:acmeScan:AcmeOtherModule")
        }
        WXSDKEngine.registerModule("acmeSwift", with: AcmeSwiftModule.self)
    }

    private static func registerEmbedViews(_ missing: inout [String]) {
        PSDService.sharedInstance().registerComponent(withName: "acme_list", clsName: NSStringFromClass(AcmeListView.self))
        if NSClassFromString("AcmeMapView") != nil {
            PSDService.sharedInstance().registerComponent(withName: "acme_map", clsName: "AcmeMapView")
        } else {
            missing.append("embedView:acme_map:AcmeMapView")
        }
    }
}
