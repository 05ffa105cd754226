// swift-tools-version: 6.2
import PackageDescription

// The listings of docs/embedding*.md, as a package that uses the products of an app.
let package = Package(
  name: "device-swift",
  platforms: [.macOS(.v12), .iOS(.v13)],
  dependencies: [.package(name: "eros", path: "../..")],
  targets: [
    .target(
      name: "Host",
      dependencies: [
        .product(name: "ErosDevice", package: "eros"), .product(name: "ErosHTTP", package: "eros"),
      ])
  ],
  swiftLanguageModes: [.v6]
)
