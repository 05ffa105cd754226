// GENERATED FILE - DO NOT EDIT. Run `eros generate` to update.
// source: eros.native.json
// format: 1
// eros-surface-ios: sha256:b0e94a293a8b0e228377a71deb92ccd97cbc71e0fef094653b620bc7b6b8f5f8
// swiftlint:disable all
// swift-format-ignore-file

import Foundation

extension AcmeSwiftModule {
    @objc static func wx_export_method_sync_eros_last() -> String { return "last" }
    @objc static func wx_export_method_eros_open() -> String { return "open:callback:" }
}
