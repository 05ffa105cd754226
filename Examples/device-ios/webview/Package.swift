// swift-tools-version: 6.2
import PackageDescription

// For Xcode's command line, which compiles the sources as a library; an app has them in its project.
let package = Package(
  name: "webview-host",
  platforms: [.iOS(.v13)],
  products: [.library(name: "WebViewHost", targets: ["WebViewHost"])],
  dependencies: [.package(name: "eros", path: "../../..", traits: [])],
  targets: [
    .target(
      name: "WebViewHost", dependencies: [.product(name: "ErosDevice", package: "eros")],
      path: "Sources")
  ],
  swiftLanguageModes: [.v6]
)
