// GENERATED FILE - DO NOT EDIT. Run `eros generate` to update.
// source: eros.native.json
// format: 1
// eros-surface-ios: sha256:7020c5d51dc53291391a2aac471a50dd6eeb3fda9c40a5dcd36379ce6fce134c
// swiftlint:disable all
// swift-format-ignore-file

import Foundation
import NebulaPoseidon
import WeexSDK

/// Registers everything that eros.native.json declares for iOS.
///
/// Call once, on the main thread, after WXSDKEngine.initSDKEnvironment().
public enum AcmeErosRegistrant {

    /// The surface fingerprint compiled into this binary.
    public static let surfaceFingerprint = "sha256:7020c5d51dc53291391a2aac471a50dd6eeb3fda9c40a5dcd36379ce6fce134c"

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
        WXSDKEngine.registerHandler(AcmeImageLoader(), with: WXImgLoaderProtocol.self)
    }

    private static func registerComponents(_ missing: inout [String]) {
        WXSDKEngine.registerComponent("acme-chart", with: AcmeChartComponent.self, withProperties: ["append": "tree", "type": "acme-chart"])
        WXSDKEngine.registerComponent("acmechart", with: AcmeChartComponent.self, withProperties: ["append": "tree", "type": "acmechart"])
    }

    private static func registerModules(_ missing: inout [String]) {
        WXSDKEngine.registerModule("acmeScan", with: AcmeScanModule.self)
    }

    private static func registerEmbedViews(_ missing: inout [String]) {
        if NSClassFromString("AcmeMapView") != nil {
            PSDService.sharedInstance().registerComponent(withName: "acme_map", clsName: "AcmeMapView")
        } else {
            missing.append("embedView:acme_map:AcmeMapView")
        }
    }
}
