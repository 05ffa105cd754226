// swift-tools-version: 6.2
import PackageDescription

// The table `targets` at the end lists the modules, each after the ones that it uses. The functions above it define its words.

/// The compiler settings of all targets; `EROS_STRICT=1` turns warnings into errors, as in CI.
let settings: [SwiftSetting] =
  [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ] + (Context.environment["EROS_STRICT"] == "1" ? [.treatAllWarnings(as: .error)] : [])

/// The setting of targets that may use what is newer than `platforms` below, on macOS; see decision 80.
///
/// Only the Swift compiler of a macOS that has all of it compiles this package, and builds these targets to run there.
/// No library product may contain such a target, because SwiftPM refuses a dependency with unsafe flags.
let newerThanPlatforms: [SwiftSetting] = [
  .unsafeFlags(["-Xfrontend", "-disable-availability-checking"], .when(platforms: [.macOS]))
]

/// The settings of targets in which the tests spend most of their time.
///
/// CI sets the variable, and its debug builds optimize these targets, whose assertions they then do not check. Others,
/// such as `ErosSources`, cost more compile time than they save.
let optimizedInCI: [SwiftSetting] =
  Context.environment["EROS_WHOLE_MODULES"] == "1"
  ? [.unsafeFlags(["-O"], .when(configuration: .debug))] : []

/// Whether the code for CryptoKit is built as well, over swift-crypto, which declares the same.
///
/// CI sets the variable, and runs tests with `EROS_CRYPTOGRAPHY=swift-crypto`; see decision 80.
let usesSwiftCrypto = Context.environment["EROS_SWIFT_CRYPTO"] == "1"

/// The folder that contains only `libstdc++.a`, to link the C++ library of the Swift runtime statically.
let staticCXX = Context.environment["EROS_STATIC_CXX"].map {
  ["-L\($0)", "-Xclang-linker", "-static-libgcc"]
}

/// The folder of static C libraries, for programs that need no shared library; see decision 53.
let staticLibraries = Context.environment["EROS_STATIC_LIBRARIES"].map {
  ["-static-executable", "-L\($0)", "\($0)/start.o"]
}

/// The linker settings of the programs, for a faster start; see decision 45.
let programLinking: [LinkerSetting] = [
  .unsafeFlags(
    ["-Xlinker", "--no-export-dynamic"] + (staticLibraries ?? staticCXX ?? []),
    .when(platforms: [.linux], configuration: .release))
]

/// Static programs contain libcurl; all others load it with the first request, see decision 52.
let linksCurl = staticLibraries != nil

/// The folders of `Sources` and `Tests`.
enum Subject: String {
  case base = "Base"
  case bundle = "Bundle"
  case native = "Native"
  case release = "Release"
  case device = "Device"
  case server = "Server"
  case rehearse = "Rehearse"
  case develop = "Develop"
  case cli = "CLI"
}

/// The targets with these names: `Pack` is `ErosPack`.
func targets(_ names: [String]) -> [Target.Dependency] { names.map { .byName(name: "Eros" + $0) } }

/// The Swift settings of a target; only a target that calls C may use `unsafe`.
func settings(callsC: Bool, optimized: Bool) -> [SwiftSetting] {
  settings + (callsC ? [.strictMemorySafety()] : []) + (optimized ? optimizedInCI : [])
}

/// A module, in `Sources/SUBJECT/ErosNAME`.
///
/// `uses` are the modules right below it: what they use is included. With `c`, the module calls C: these libraries, those
/// of the modules below it, or only the C library.
func module(
  _ name: String, in subject: Subject, uses: [String] = [], c: [String]? = nil,
  packages: [Target.Dependency] = [], optimized: Bool = false, exclude: [String] = [],
  flags: [SwiftSetting] = [], linking: [LinkerSetting] = []
) -> Target {
  .target(
    name: "Eros" + name,
    dependencies: targets(uses) + (c ?? []).map { .byName(name: $0) } + packages,
    path: "Sources/\(subject.rawValue)/Eros\(name)", exclude: exclude,
    swiftSettings: settings(callsC: c != nil, optimized: optimized) + flags,
    linkerSettings: linking)
}

/// A program, in `Sources/SUBJECT/NAME`.
func program(
  _ name: String, in subject: Subject, uses: [String], c: [String]? = nil,
  packages: [Target.Dependency] = [], linking: [LinkerSetting] = programLinking
) -> Target {
  .executableTarget(
    name: name, dependencies: targets(uses) + (c ?? []).map { .byName(name: $0) } + packages,
    path: "Sources/\(subject.rawValue)/\(name)",
    swiftSettings: settings(callsC: c != nil, optimized: false) + newerThanPlatforms,
    linkerSettings: linking)
}

/// A system library, in `Sources/SUBJECT/NAME`.
///
/// SwiftPM names the packages if the library is missing.
func library(
  _ name: String, in subject: Subject, pkgConfig: String? = nil, apt: String, brew: String
) -> Target {
  .systemLibrary(
    name: name, path: "Sources/\(subject.rawValue)/\(name)", pkgConfig: pkgConfig,
    providers: [.apt([apt]), .brew([brew])])
}

/// A target that the tests of several modules share, in `Tests/SUBJECT/ErosNAME`.
func support(
  _ name: String, in subject: Subject, uses: [String], optimized: Bool = false,
  exclude: [String] = []
) -> Target {
  .target(
    name: "Eros" + name, dependencies: targets(uses + ["TestSupport"]),
    path: "Tests/\(subject.rawValue)/Eros\(name)", exclude: exclude,
    swiftSettings: settings(callsC: false, optimized: optimized))
}

/// The tests of a module, in `Tests/SUBJECT/ErosNAMETests`.
func tests(
  of name: String, in subject: Subject, uses: [String] = [], programs: [String] = [],
  exclude: [String] = []
) -> Target {
  tests(
    "Eros\(name)Tests", path: "Tests/\(subject.rawValue)/Eros\(name)Tests", uses: [name] + uses,
    programs: programs, exclude: exclude)
}

/// Tests that belong to no single module.
///
/// Without `packageAccess`, they see what an app sees.
func tests(
  _ name: String, path: String, uses: [String] = [], programs: [String] = [],
  exclude: [String] = [], packageAccess: Bool = true
) -> Target {
  .testTarget(
    name: name,
    dependencies: targets(uses + ["TestSupport"]) + programs.map { .byName(name: $0) }, path: path,
    exclude: exclude, packageAccess: packageAccess, swiftSettings: settings + newerThanPlatforms)
}

/// Products of a package that only users of the trait fetch; see `traits` below.
func products(_ names: [String], of package: String, for trait: String) -> [Target.Dependency] {
  names.map { .product(name: $0, package: package, condition: .when(traits: [trait])) }
}

let systemPackage = Target.Dependency.product(name: "SystemPackage", package: "swift-system")
let argumentParser = products(["ArgumentParser"], of: "swift-argument-parser", for: "Tools")
let serverPackages =
  products(
    ["Hummingbird", "HummingbirdCore", "HummingbirdHTTP2"], of: "hummingbird", for: "Server")
  + products(["HTTPTypes"], of: "swift-http-types", for: "Server")
  + products(["Logging"], of: "swift-log", for: "Server")
  + products(["ServiceLifecycle", "UnixSignals"], of: "swift-service-lifecycle", for: "Server")
  + products(["NIOCore", "NIOHTTP1", "NIOPosix", "NIOTLS"], of: "swift-nio", for: "Server")
  + products(["NIOHTTPTypes"], of: "swift-nio-extras", for: "Server")
  + products(["NIOSSL"], of: "swift-nio-ssl", for: "Server")

let package = Package(
  name: "eros",
  platforms: [.macOS(.v12), .iOS(.v13)],  // `scripts/device/apple` checks the libraries.
  products: [
    .executable(name: "eros", targets: ["eros"]),
    .executable(name: "eros-server", targets: ["eros-server"]),
    .executable(name: "eros-rehearse", targets: ["eros-rehearse"]),
    .library(
      name: "ErosKit",
      targets: [
        "ErosCore", "ErosFiles", "ErosCrypto", "ErosConfig", "ErosBundle", "ErosPack",
        "ErosLegacyPatch", "ErosDevice", "ErosRoutes",
      ]),
    // For the fuzzers and benchmarks in `Fuzz`: modules without a public declaration.
    .library(name: "_ErosInternals", targets: ["ErosTrust", "ErosStore", "ErosSourceMaps"]),
    .library(
      name: "ErosDevice",
      targets: ["ErosCore", "ErosFiles", "ErosTransport", "ErosDevice"]),
    // For apps in Objective-C. On Linux, it contains nothing.
    .library(name: "ErosDeviceObjC", targets: ["ErosDeviceObjC"]),
    .library(name: "ErosHTTP", targets: ["ErosHTTP"]),
    // `scripts/device/library` builds it for hosts: with the Swift run time, without other symbols.
    .library(name: "erosdevice", type: .dynamic, targets: ["ErosDeviceC"]),
    .library(name: "ErosRegistry", targets: ["ErosRegistry", "ErosSources"]),
    .library(name: "ErosVersions", targets: ["ErosSyntax", "ErosVersions"]),
  ],
  // An app that depends on `ErosDevice` with `traits: []` fetches only swift-system.
  traits: [
    .trait(name: "Server", description: "The program eros-server and its HTTP server"),
    .trait(name: "Tools", description: "The command lines"),
    .default(enabledTraits: ["Server", "Tools"]),
  ],
  dependencies: [
    // The lowest versions that were tested. `Package.resolved` is not in the repository: its commits are those of one
    // machine's copies of the packages.
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
    // Without its traits, Hummingbird links neither Foundation nor ICU.
    .package(
      url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
    .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0", traits: []),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
  ]
    + (usesSwiftCrypto
      ? [.package(url: "https://github.com/apple/swift-crypto", from: "4.5.2")] : []),
  targets: [
    library("CZip", in: .bundle, pkgConfig: "libzip", apt: "libzip-dev", brew: "libzip"),
    library("CZlib", in: .bundle, pkgConfig: "zlib", apt: "zlib1g-dev", brew: "zlib"),
    library("COpenSSL", in: .base, pkgConfig: "libcrypto", apt: "libssl-dev", brew: "openssl@3"),
    library(
      "CDeflate", in: .bundle, pkgConfig: "libdeflate", apt: "libdeflate-dev", brew: "libdeflate"),
    library("CLzma", in: .bundle, pkgConfig: "liblzma", apt: "liblzma-dev", brew: "xz"),
    library("CBZip2", in: .bundle, apt: "libbz2-dev", brew: "bzip2"),
    library(
      "CDivSufSort", in: .bundle, pkgConfig: "libdivsufsort", apt: "libdivsufsort-dev",
      brew: "libdivsufsort"),
    library("CSQLite", in: .server, pkgConfig: "sqlite3", apt: "libsqlite3-dev", brew: "sqlite"),
    // The headers only: the library is loaded with the first request; see decision 52.
    library("CCurl", in: .base, apt: "libcurl4-openssl-dev", brew: "curl"),
    // Linux system calls that Swift does not import from the C library.
    .systemLibrary(name: "CLinux", path: "Sources/Base/CLinux"),
    .systemLibrary(name: "CErosDevice", path: "Sources/Device/CErosDevice"),
    // The files of `templates` and of `ErosRegistry`; see decision 55.
    .target(name: "CEmbeddedFiles", path: "Sources/Base/CEmbeddedFiles"),
    // JavaScriptCore, loaded at run time; see decision 58.
    .target(
      name: "CJavaScriptCore", path: "Sources/Rehearse/CJavaScriptCore", exclude: ["Environment"]),

    module("Core", in: .base, optimized: true),
    module("Files", in: .base, uses: ["Core"], c: ["CLinux"], packages: [systemPackage]),
    module("OpenSSL", in: .base, uses: ["Core"], c: ["COpenSSL"]),
    module(
      "Crypto", in: .base, uses: ["Core"], c: [],
      packages: [.target(name: "ErosOpenSSL", condition: .when(platforms: [.linux, .android]))]
        + (usesSwiftCrypto ? [.product(name: "Crypto", package: "swift-crypto")] : []),
      optimized: true, flags: usesSwiftCrypto ? [.define("SWIFT_CRYPTO")] : []),
    module("Process", in: .base, uses: ["Files"], c: []),
    module("Config", in: .native, uses: ["Files", "Crypto", "OpenSSL"]),
    module("Bundle", in: .bundle, uses: ["Files", "Crypto"], c: ["CZlib"], optimized: true),
    module("LegacyPatch", in: .bundle, uses: ["Bundle"], c: ["CBZip2"], optimized: true),
    module(
      "Pack", in: .bundle, uses: ["LegacyPatch"], c: ["CZip", "CDeflate", "CLzma", "CDivSufSort"],
      optimized: true),
    module("Routes", in: .native, uses: ["Files", "Crypto"]),
    module("Templates", in: .base, uses: ["Crypto"], c: ["CEmbeddedFiles"]),
    module("Syntax", in: .base, uses: ["Core"], optimized: true),
    module(
      "Registry", in: .native, uses: ["Config", "Routes", "Syntax", "Templates"],
      exclude: ["Presets/Data", "Schema/Data"]),
    module("Sources", in: .native, uses: ["Syntax", "Registry"]),
    module("Versions", in: .native, uses: ["Process", "Pack", "Sources"]),
    module("SourceMaps", in: .bundle, uses: ["Bundle"]),
    module("Develop", in: .develop, uses: ["Files"], c: []),
    module("Transport", in: .base, uses: ["Files"]),
    module(
      "HTTP", in: .base, uses: ["Transport"], c: ["CCurl"],
      flags: linksCurl ? [.unsafeFlags(["-Xcc", "-DEROS_LINKS_CURL"])] : [],
      linking: linksCurl ? [.linkedLibrary("curl")] : []),
    module("Trust", in: .release, uses: ["Crypto", "Transport"]),
    module("Device", in: .device, uses: ["Bundle", "Trust"]),
    module("DeviceC", in: .device, uses: ["Device"], c: ["CErosDevice"]),
    // Its files are empty on Linux: a target that only some systems have would be missing in tests and in the documentation.
    .target(
      name: "ErosDeviceObjC",
      dependencies: [.byName(name: "ErosDeviceC"), .byName(name: "CErosDevice")],
      path: "Sources/Device/ErosDeviceObjC", cSettings: [.headerSearchPath("../CErosDevice")]),
    module(
      "Store", in: .release, uses: ["Process", "Trust", "Syntax", "OpenSSL"], c: [],
      flags: newerThanPlatforms),
    module("Publish", in: .release, uses: ["Pack", "Store"], flags: newerThanPlatforms),
    module("Explain", in: .release, uses: ["Store", "Device"], flags: newerThanPlatforms),
    module(
      "CommandLine", in: .cli, uses: ["HTTP", "Store"], packages: argumentParser,
      flags: newerThanPlatforms),
    module(
      "Serve", in: .server, uses: ["Templates", "CommandLine"], c: ["CSQLite"],
      packages: serverPackages, flags: newerThanPlatforms),
    program("eros-server", in: .server, uses: ["Serve"]),
    module("RehearsalMessages", in: .rehearse, uses: ["Core"]),
    module(
      "Rehearsal", in: .rehearse,
      uses: ["Process", "Pack", "Syntax", "Registry", "SourceMaps", "RehearsalMessages"],
      flags: newerThanPlatforms),
    module("Report", in: .bundle, uses: ["Rehearsal"], flags: newerThanPlatforms),
    module(
      "Commands", in: .cli,
      uses: ["Versions", "Report", "Develop", "Publish", "Explain", "CommandLine"],
      flags: newerThanPlatforms),
    program("eros", in: .cli, uses: ["Commands"]),
    program(
      "eros-rehearse", in: .rehearse, uses: ["RehearsalMessages"], c: ["CJavaScriptCore"],
      packages: [systemPackage]),
    program(
      "tuf-client", in: .cli, uses: ["Trust", "HTTP"], packages: argumentParser, linking: []),

    .target(
      name: "ErosTestSupport", dependencies: [.byName(name: "ErosCrypto"), systemPackage],
      path: "Tests/ErosTestSupport",
      exclude: [
        "nginx.py", "report-server.py", "seaweedfs.py", "terminal.py", "workflow.py", "Stubs",
      ],
      swiftSettings: settings(callsC: false, optimized: true) + newerThanPlatforms),
    tests(of: "Core", in: .base),
    tests(of: "Files", in: .base),
    tests(of: "Process", in: .base),
    tests(of: "OpenSSL", in: .base),
    tests(of: "Crypto", in: .base, exclude: ["Vectors"]),
    tests(of: "Config", in: .native),
    support("BundleTestSupport", in: .bundle, uses: ["Pack"], optimized: true),
    tests(
      of: "Bundle", in: .bundle, uses: ["BundleTestSupport"],
      exclude: ["Corpus", "Delta/Corpus", "Delta/Vectors"]),
    tests(of: "Pack", in: .bundle, uses: ["BundleTestSupport"]),
    tests(of: "Routes", in: .native),
    support("NativeTestSupport", in: .native, uses: ["Registry"], exclude: ["Inputs", "Stubs"]),
    tests(of: "Sources", in: .native, uses: ["NativeTestSupport"]),
    tests(
      of: "Registry", in: .native, uses: ["Sources", "NativeTestSupport"],
      exclude: ["Generator/Snapshots"]),
    tests(of: "Versions", in: .native, uses: ["NativeTestSupport"]),
    tests(of: "Syntax", in: .base),
    tests(of: "Transport", in: .base),
    tests(of: "HTTP", in: .base, exclude: ["connect-proxy.py", "misbehaving-server.py"]),
    tests(of: "Trust", in: .release, uses: ["Store", "HTTP"], exclude: ["Corpus", "Interop"]),
    tests(of: "Store", in: .release, uses: ["HTTP"], exclude: ["S3Scripts"]),
    support("ReleaseTestSupport", in: .release, uses: ["Publish", "Device"]),
    tests(of: "Publish", in: .release, uses: ["HTTP", "ReleaseTestSupport"], exclude: ["Interop"]),
    tests(
      of: "Device", in: .device,
      uses: ["DeviceC", "DeviceObjC", "ReleaseTestSupport", "Serve"],
      programs: ["eros"],
      exclude: ["valgrind.supp", "Fetch/Interop", "Fetch/misbehaving-store.py"]),
    tests(of: "Explain", in: .release, uses: ["HTTP", "ReleaseTestSupport"], exclude: ["Corpus"]),
    tests(
      of: "Serve", in: .server, uses: ["ReleaseTestSupport"], programs: ["eros-server"],
      exclude: [
        "bad-requests.py", "early-responses.py", "flooding-clients.py", "http2-clients.py",
        "stalled-clients.py", "webhook-receiver.py",
      ]),
    tests(
      "DocumentationTests", path: "Tests/DocumentationTests",
      uses: ["Device", "Sources", "Rehearsal"], packageAccess: false),
    tests(
      "ErrorCatalogTests", path: "Tests/ErrorCatalogTests", uses: ["DeviceC", "Commands", "Serve"]),
    tests(of: "SourceMaps", in: .bundle, exclude: ["Corpus", "javascriptcore.py"]),
    tests(of: "Report", in: .bundle),
    tests(of: "Develop", in: .develop),
    tests(of: "CommandLine", in: .cli, uses: ["Store"]),
    tests(of: "Commands", in: .cli),
    tests(of: "Rehearsal", in: .rehearse, programs: ["eros-rehearse"]),
    tests("ReleaseEndToEndTests", path: "Tests/CLI/ReleaseEndToEndTests", programs: ["eros"]),
    tests(
      "NativeEndToEndTests", path: "Tests/CLI/NativeEndToEndTests",
      programs: ["eros", "eros-rehearse"]),
    tests(
      "EndToEndTests", path: "Tests/CLI/EndToEndTests", programs: ["eros", "eros-rehearse"],
      exclude: ["Snapshots"]),
  ],
  swiftLanguageModes: [.v6]
)
