// swift-tools-version: 6.2
import PackageDescription

// A separate package, because libFuzzer instruments all of its targets and dependencies.
// `Tests/Slow/run fuzz` builds and runs it. `scripts/bench trust` and `scripts/bench lzma` build their benchmarks without
// libFuzzer.
let eros = Target.Dependency.product(name: "ErosKit", package: "eros")
let device = Target.Dependency.product(name: "ErosDevice", package: "eros")
let generator = Target.Dependency.product(name: "ErosRegistry", package: "eros")
let internals = Target.Dependency.product(name: "_ErosInternals", package: "eros")

let package = Package(
  name: "fuzz",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "eros", path: "..")],
  targets: [
    .systemLibrary(name: "CFuzz"),
    .systemLibrary(name: "CLiblzma", pkgConfig: "liblzma"),
    .executableTarget(name: "FuzzBSDiff", dependencies: ["CFuzz", eros]),
    .executableTarget(name: "FuzzDecisions", dependencies: ["CFuzz", device]),
    .executableTarget(name: "FuzzDelta", dependencies: ["CFuzz", eros]),
    .executableTarget(name: "FuzzLzma", dependencies: ["CFuzz", "CLiblzma", eros]),
    .executableTarget(name: "FuzzMetadata", dependencies: ["CFuzz", eros, internals]),
    .executableTarget(name: "FuzzSourceMap", dependencies: ["CFuzz", eros, internals]),
    .executableTarget(name: "FuzzTemplate", dependencies: ["CFuzz", eros, generator]),
    .executableTarget(name: "FuzzZip", dependencies: ["CFuzz", eros]),
    .executableTarget(name: "LzmaBenchmark", dependencies: ["CLiblzma", eros]),
    .executableTarget(name: "TrustBenchmark", dependencies: [eros, internals]),
  ],
  swiftLanguageModes: [.v6]
)
