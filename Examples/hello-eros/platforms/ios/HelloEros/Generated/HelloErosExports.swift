// GENERATED FILE - DO NOT EDIT. Run `eros generate` to update.
// source: eros.native.json
// format: 1
// eros-surface-ios: sha256:aa2ef2a66aed90d7aa8a656b95868a746a5d37bfd746fe82f1bda4954ff1738f
// swiftlint:disable all
// swift-format-ignore-file

import Foundation

extension HelloVoiceModule {
    @objc static func wx_export_method_eros_start() -> String { return "start::" }
    @objc static func wx_export_method_eros_stop() -> String { return "stop" }
}
