// swift-tools-version: 6.2
import PackageDescription

/// The compiler settings of all targets; `EROS_STRICT=1` turns warnings into errors, as in CI.
let settings: [SwiftSetting] =
  [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ] + (Context.environment["EROS_STRICT"] == "1" ? [.treatAllWarnings(as: .error)] : [])

/// The settings of targets that call C, the only ones that may use `unsafe`.
let callsC: [SwiftSetting] = settings + [.strictMemorySafety()]

/// The settings of targets in which the tests spend most of their time.
///
/// CI sets the variable, and its debug builds optimize these targets, whose assertions they then do not check. Others,
/// such as `ErosSources`, cost more compile time than they save.
let optimizedInCI: [SwiftSetting] =
  Context.environment["EROS_WHOLE_MODULES"] == "1"
  ? [.unsafeFlags(["-O"], .when(configuration: .debug))] : []

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
let curlDefinitions: [SwiftSetting] =
  linksCurl ? [.unsafeFlags(["-Xcc", "-DEROS_LINKS_CURL"])] : []

func systemLibrary(
  _ name: String, in folder: String, pkgConfig: String? = nil, apt: String, brew: String
) -> Target {
  .systemLibrary(
    name: name, path: "Sources/\(folder)/\(name)", pkgConfig: pkgConfig,
    providers: [.apt([apt]), .brew([brew])])
}

/// A product of a package that only users of the trait fetch; see `traits` below.
func product(_ name: String, of package: String, for trait: String) -> Target.Dependency {
  .product(name: name, package: package, condition: .when(traits: [trait]))
}

let argumentParser = product("ArgumentParser", of: "swift-argument-parser", for: "Tools")
let hummingbird = product("Hummingbird", of: "hummingbird", for: "Server")
let hummingbirdCore = product("HummingbirdCore", of: "hummingbird", for: "Server")
let hummingbirdHTTP2 = product("HummingbirdHTTP2", of: "hummingbird", for: "Server")
let httpTypes = product("HTTPTypes", of: "swift-http-types", for: "Server")
let logging = product("Logging", of: "swift-log", for: "Server")
let serviceLifecycle = product("ServiceLifecycle", of: "swift-service-lifecycle", for: "Server")
let nioCore = product("NIOCore", of: "swift-nio", for: "Server")
let nioHTTP1 = product("NIOHTTP1", of: "swift-nio", for: "Server")
let nioHTTPTypes = product("NIOHTTPTypes", of: "swift-nio-extras", for: "Server")
let nioPosix = product("NIOPosix", of: "swift-nio", for: "Server")
let nioTLS = product("NIOTLS", of: "swift-nio", for: "Server")
let nioSSL = product("NIOSSL", of: "swift-nio-ssl", for: "Server")
let unixSignals = product("UnixSignals", of: "swift-service-lifecycle", for: "Server")
let systemPackage = Target.Dependency.product(name: "SystemPackage", package: "swift-system")

let package = Package(
  name: "eros",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .executable(name: "eros", targets: ["eros"]),
    .executable(name: "eros-server", targets: ["eros-server"]),
    .executable(name: "eros-rehearse", targets: ["eros-rehearse"]),
    .library(
      name: "ErosKit",
      targets: [
        "ErosCore", "ErosFiles", "ErosCrypto", "ErosConfig", "ErosBundle", "ErosPack", "ErosDelta",
        "ErosLegacyPatch", "ErosDiff", "ErosSandbox", "ErosRoutes",
      ]),
    // For the fuzzers and benchmarks in `Fuzz`: modules without a public declaration.
    .library(name: "_ErosInternals", targets: ["ErosTrust", "ErosSigning", "ErosSourceMaps"]),
    .library(
      name: "ErosDevice",
      targets: [
        "ErosCore", "ErosFiles", "ErosTransport", "ErosSandbox", "ErosFetch", "ErosDevice",
      ]),
    .library(name: "ErosHTTP", targets: ["ErosHTTP"]),
    // `scripts/device/library` builds it for hosts: with the Swift run time, without other symbols.
    .library(name: "erosdevice", type: .dynamic, targets: ["ErosDeviceC"]),
    .library(name: "ErosRegistry", targets: ["ErosRegistry", "ErosSources", "ErosGenerator"]),
    .library(name: "ErosVersions", targets: ["ErosSyntax", "ErosVersions", "ErosCheck"]),
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
  ],
  targets: [
    // Each target is one system library. SwiftPM names the packages of `providers` if the library is missing.
    systemLibrary("CZip", in: "Bundle", pkgConfig: "libzip", apt: "libzip-dev", brew: "libzip"),
    systemLibrary("CZlib", in: "Bundle", pkgConfig: "zlib", apt: "zlib1g-dev", brew: "zlib"),
    systemLibrary(
      "COpenSSL", in: "Base", pkgConfig: "libcrypto", apt: "libssl-dev", brew: "openssl@3"),
    systemLibrary(
      "CDeflate", in: "Bundle", pkgConfig: "libdeflate", apt: "libdeflate-dev", brew: "libdeflate"),
    systemLibrary("CLzma", in: "Bundle", pkgConfig: "liblzma", apt: "liblzma-dev", brew: "xz"),
    systemLibrary("CBZip2", in: "Bundle", apt: "libbz2-dev", brew: "bzip2"),
    systemLibrary(
      "CDivSufSort", in: "Bundle", pkgConfig: "libdivsufsort", apt: "libdivsufsort-dev",
      brew: "libdivsufsort"),
    systemLibrary(
      "CSQLite", in: "Server", pkgConfig: "sqlite3", apt: "libsqlite3-dev", brew: "sqlite"),

    // The headers only: the library is loaded with the first request; see decision 52.
    systemLibrary("CCurl", in: "Base", apt: "libcurl4-openssl-dev", brew: "curl"),

    // A Linux system call that Swift does not import from the C library.
    .systemLibrary(name: "CLinux", path: "Sources/Base/CLinux"),

    .target(
      name: "ErosCore", path: "Sources/Base/ErosCore", swiftSettings: settings + optimizedInCI),
    .target(
      name: "ErosFiles", dependencies: ["ErosCore", "CLinux", systemPackage],
      path: "Sources/Base/ErosFiles", swiftSettings: callsC),
    .target(
      name: "ErosCrypto", dependencies: ["ErosCore", "COpenSSL"], path: "Sources/Base/ErosCrypto",
      swiftSettings: callsC),
    .target(
      name: "ErosProcess", dependencies: ["ErosCore", "ErosFiles", "CLinux", systemPackage],
      path: "Sources/Base/ErosProcess", swiftSettings: callsC),
    .target(
      name: "ErosConfig", dependencies: ["ErosCore", "ErosFiles", "ErosCrypto", systemPackage],
      path: "Sources/Native/ErosConfig", swiftSettings: settings),
    .target(
      name: "ErosBundle",
      dependencies: ["ErosCore", "ErosFiles", "ErosCrypto", "CZlib", systemPackage],
      path: "Sources/Bundle/ErosBundle", swiftSettings: callsC + optimizedInCI),
    .target(
      name: "ErosPack",
      dependencies: [
        "ErosCore", "ErosFiles", "ErosCrypto", "ErosBundle", "CZip", "CDeflate", systemPackage,
      ],
      path: "Sources/Bundle/ErosPack", swiftSettings: callsC + optimizedInCI),
    .target(
      name: "ErosDelta",
      dependencies: [
        "ErosCore", "ErosFiles", "ErosCrypto", "ErosBundle", systemPackage,
      ],
      path: "Sources/Bundle/ErosDelta", swiftSettings: settings + optimizedInCI),
    .target(
      name: "ErosLegacyPatch",
      dependencies: ["ErosCore", "ErosBundle", "ErosDelta", "CBZip2"],
      path: "Sources/Bundle/ErosLegacyPatch", swiftSettings: callsC + optimizedInCI),
    .target(
      name: "ErosDiff",
      dependencies: [
        "ErosCore", "ErosFiles", "ErosCrypto", "ErosBundle", "ErosPack", "ErosDelta",
        "ErosLegacyPatch", "CLzma", "CBZip2", "CDivSufSort", systemPackage,
      ],
      path: "Sources/Bundle/ErosDiff", swiftSettings: callsC + optimizedInCI),
    .target(
      name: "ErosSandbox",
      dependencies: [
        "ErosCore", "ErosFiles", "ErosCrypto", "ErosBundle", "ErosDelta", systemPackage,
      ],
      path: "Sources/Device/ErosSandbox", swiftSettings: settings),
    .target(
      name: "ErosDevice",
      dependencies: [
        "ErosCore", "ErosFiles", "ErosBundle", "ErosTrust", "ErosTransport", "ErosSandbox",
        "ErosFetch",
      ],
      path: "Sources/Device/ErosDevice", swiftSettings: settings),
    .systemLibrary(name: "CErosDevice", path: "Sources/Device/CErosDevice"),
    .target(
      name: "ErosDeviceC",
      dependencies: ["ErosCore", "ErosFiles", "ErosTransport", "ErosDevice", "CErosDevice"],
      path: "Sources/Device/ErosDeviceC", swiftSettings: callsC),
    .target(
      name: "ErosRoutes", dependencies: ["ErosCore", "ErosFiles", "ErosCrypto", systemPackage],
      path: "Sources/Native/ErosRoutes", swiftSettings: settings),
    // The files of `templates` and of `ErosRegistry`; see decision 55.
    .target(name: "CEmbeddedFiles", path: "Sources/Base/CEmbeddedFiles"),
    .target(
      name: "ErosTemplates", dependencies: ["ErosCore", "ErosCrypto", "CEmbeddedFiles"],
      path: "templates",
      exclude: [
        "objc", "swift", "java", "kotlin", "android", "js", "project", "hosts", "page", "report",
        "reference", "console", "languages",
      ],
      swiftSettings: callsC),
    .target(
      name: "ErosSyntax", dependencies: ["ErosCore"], path: "Sources/Base/ErosSyntax",
      swiftSettings: settings + optimizedInCI),
    .target(
      name: "ErosRegistry",
      dependencies: [
        "ErosCore", "ErosFiles", "ErosCrypto", "ErosConfig", "ErosRoutes", "ErosTemplates",
        systemPackage,
      ],
      path: "Sources/Native/ErosRegistry", exclude: ["Presets/Data", "Schema/Data"],
      swiftSettings: settings),
    .target(
      name: "ErosSources",
      dependencies: [
        "ErosCore", "ErosFiles", "ErosSyntax", "ErosConfig", "ErosRegistry", systemPackage,
      ],
      path: "Sources/Native/ErosSources", swiftSettings: settings),
    .target(
      name: "ErosGenerator",
      dependencies: [
        "ErosCore", "ErosFiles", "ErosCrypto", "ErosConfig", "ErosRegistry", "ErosTemplates",
        systemPackage,
      ],
      path: "Sources/Native/ErosGenerator", swiftSettings: settings),
    .target(
      name: "ErosVersions",
      dependencies: [
        "ErosCore", "ErosFiles", "ErosSyntax", "ErosConfig", systemPackage,
      ],
      path: "Sources/Native/ErosVersions", swiftSettings: settings),
    .target(
      name: "ErosCheck",
      dependencies: [
        "ErosCore", "ErosFiles", "ErosProcess", "ErosCrypto", "ErosConfig", "ErosBundle",
        "ErosPack", "ErosRegistry", "ErosRoutes", "ErosSources", "ErosVersions", systemPackage,
      ],
      path: "Sources/Native/ErosCheck", swiftSettings: settings),
    .target(
      name: "ErosSourceMaps", dependencies: ["ErosCore", "ErosFiles", "ErosCrypto", "ErosBundle"],
      path: "Sources/Bundle/ErosSourceMaps", swiftSettings: settings),
    .target(
      name: "ErosReport",
      dependencies: [
        "ErosCore", "ErosFiles", "ErosCrypto", "ErosSyntax", "ErosConfig", "ErosBundle", "ErosPack",
        "ErosDelta", "ErosDiff", "ErosSourceMaps", "ErosTemplates", "ErosRehearsal",
      ],
      path: "Sources/Bundle/ErosReport", swiftSettings: settings),
    .target(
      name: "ErosDevelop", dependencies: ["ErosCore", "ErosFiles", systemPackage],
      path: "Sources/Develop/ErosDevelop", swiftSettings: callsC),
    .target(
      name: "ErosTrust", dependencies: ["ErosCore", "ErosFiles", "ErosCrypto", systemPackage],
      path: "Sources/Release/ErosTrust", swiftSettings: settings),
    .target(
      name: "ErosSigning",
      dependencies: [
        "ErosCore", "ErosFiles", "ErosProcess", "ErosCrypto", "ErosTrust", "COpenSSL",
        systemPackage,
      ],
      path: "Sources/Release/ErosSigning", swiftSettings: callsC),
    .target(
      name: "ErosTransport", dependencies: ["ErosCore"], path: "Sources/Base/ErosTransport",
      swiftSettings: settings),
    .target(
      name: "ErosHTTP",
      dependencies: [
        "ErosCore", "ErosFiles", "ErosTransport", "CCurl", systemPackage,
      ],
      path: "Sources/Base/ErosHTTP", swiftSettings: callsC + curlDefinitions,
      linkerSettings: linksCurl ? [.linkedLibrary("curl")] : []),
    .target(
      name: "ErosRepository", dependencies: ["ErosCore", "ErosTransport", "ErosTrust"],
      path: "Sources/Release/ErosRepository", swiftSettings: settings),
    .target(
      name: "ErosFetch",
      dependencies: [
        "ErosCore", "ErosFiles", "ErosCrypto", "ErosTrust", "ErosTransport", "ErosRepository",
        "ErosSandbox",
        systemPackage,
      ],
      path: "Sources/Device/ErosFetch", swiftSettings: settings),
    .target(
      name: "ErosStore",
      dependencies: [
        "ErosCore", "ErosFiles", "ErosCrypto", "ErosSyntax", "ErosTransport", "ErosRepository",
        systemPackage,
      ],
      path: "Sources/Release/ErosStore", swiftSettings: settings),
    .target(
      name: "ErosPublish",
      dependencies: [
        "ErosCore", "ErosFiles", "ErosProcess", "ErosCrypto", "ErosBundle", "ErosPack", "ErosDelta",
        "ErosLegacyPatch",
        "ErosDiff", "ErosTrust", "ErosSigning", "ErosRepository", "ErosStore", systemPackage,
      ],
      path: "Sources/Release/ErosPublish", swiftSettings: settings),
    .target(
      name: "ErosExplain",
      dependencies: [
        "ErosCore", "ErosCrypto", "ErosTrust", "ErosRepository", "ErosPublish", "ErosSandbox",
        "ErosFetch",
      ],
      path: "Sources/Release/ErosExplain", swiftSettings: settings),
    .target(
      name: "ErosCommandLine",
      dependencies: [
        "ErosCore", "ErosFiles", "ErosTransport", "ErosHTTP", "ErosRepository", "ErosStore",
        argumentParser,
        systemPackage,
      ],
      path: "Sources/CLI/ErosCommandLine", swiftSettings: settings),
    .target(
      name: "ErosCommandSupport",
      dependencies: [
        "ErosCore", "ErosFiles", "ErosConfig", "ErosBundle", "ErosPack", "ErosDelta",
        "ErosLegacyPatch", "ErosDiff",
        "ErosSandbox", "ErosCheck", "ErosTrust", "ErosTransport", "ErosRepository", "ErosStore",
        "ErosPublish", "ErosFetch", "ErosDevice", "ErosTemplates", "ErosCommandLine",
        argumentParser, systemPackage,
      ],
      path: "Sources/CLI/ErosCommandSupport", swiftSettings: settings),
    .target(
      name: "ErosBundleCommands",
      dependencies: [
        "ErosCore", "ErosFiles", "ErosConfig", "ErosBundle", "ErosPack", "ErosDelta",
        "ErosLegacyPatch", "ErosDiff",
        "ErosRoutes", "ErosSourceMaps", "ErosReport", "ErosTemplates", "ErosRehearsal",
        "ErosDevelop", "ErosCommandLine", "ErosCommandSupport",
        argumentParser, systemPackage,
      ],
      path: "Sources/CLI/ErosBundleCommands", swiftSettings: settings),
    .target(
      name: "ErosNativeCommands",
      dependencies: [
        "ErosCore", "ErosFiles", "ErosCrypto", "ErosSyntax", "ErosConfig", "ErosBundle", "ErosPack",
        "ErosDelta", "ErosLegacyPatch", "ErosDiff", "ErosRegistry", "ErosSources", "ErosGenerator",
        "ErosVersions",
        "ErosCheck", "ErosSourceMaps", "ErosReport", "ErosRehearsal", "ErosTrust", "ErosRepository",
        "ErosStore", "ErosPublish", "ErosTemplates", "ErosCommandLine", "ErosCommandSupport",
        argumentParser, systemPackage,
      ],
      path: "Sources/CLI/ErosNativeCommands", swiftSettings: settings),
    .target(
      name: "ErosReleaseCommands",
      dependencies: [
        "ErosCore", "ErosFiles", "ErosProcess", "ErosCrypto", "ErosConfig", "ErosBundle",
        "ErosPack", "ErosRoutes", "ErosRegistry", "ErosSourceMaps", "ErosRehearsal", "ErosTrust",
        "ErosSigning",
        "ErosTransport",
        "ErosHTTP", "ErosRepository", "ErosStore", "ErosPublish", "ErosCommandLine",
        "ErosCommandSupport", argumentParser, systemPackage,
      ],
      path: "Sources/CLI/ErosReleaseCommands", swiftSettings: settings),
    .target(
      name: "ErosDeviceCommands",
      dependencies: [
        "ErosCore", "ErosFiles", "ErosBundle", "ErosSandbox", "ErosTrust", "ErosTransport",
        "ErosHTTP", "ErosRepository", "ErosStore", "ErosPublish", "ErosFetch", "ErosDevice",
        "ErosExplain", "ErosCommandLine", "ErosCommandSupport", argumentParser,
      ],
      path: "Sources/CLI/ErosDeviceCommands", swiftSettings: settings),
    .target(
      name: "ErosCommands",
      dependencies: [
        "ErosCore", "ErosFiles", "ErosProcess", "ErosTrust", "ErosSigning", "ErosRepository",
        "ErosStore", "ErosTemplates",
        "ErosCommandLine", "ErosCommandSupport", "ErosBundleCommands", "ErosNativeCommands",
        "ErosReleaseCommands", "ErosDeviceCommands", argumentParser,
      ],
      path: "Sources/CLI/ErosCommands", swiftSettings: settings),
    .executableTarget(
      name: "eros", dependencies: ["ErosCommands"], path: "Sources/CLI/eros",
      swiftSettings: settings,
      linkerSettings: programLinking),

    .target(
      name: "ErosServe",
      dependencies: [
        "ErosCore", "ErosFiles", "ErosProcess", "ErosCrypto", "ErosTemplates", "ErosTrust",
        "ErosTransport", "ErosHTTP", "ErosRepository", "ErosStore", "ErosPublish",
        "ErosCommandLine",
        "CSQLite", argumentParser, hummingbird, hummingbirdCore, hummingbirdHTTP2, httpTypes,
        logging,
        nioCore, nioHTTP1, nioHTTPTypes, nioPosix, nioSSL, nioTLS, serviceLifecycle, unixSignals,
        systemPackage,
      ],
      path: "Sources/Server/ErosServe", swiftSettings: callsC),
    .executableTarget(
      name: "eros-server", dependencies: ["ErosServe"], path: "Sources/Server/eros-server",
      swiftSettings: settings, linkerSettings: programLinking),

    // The program that runs the pages of a bundle; see decision 58.
    .target(
      name: "CJavaScriptCore", path: "Sources/Rehearse/CJavaScriptCore", exclude: ["Environment"]),
    .target(
      name: "ErosRehearsalMessages", dependencies: ["ErosCore"],
      path: "Sources/Rehearse/ErosRehearsalMessages", swiftSettings: settings),
    .target(
      name: "ErosRehearsal",
      dependencies: [
        "ErosCore", "ErosFiles", "ErosProcess", "ErosConfig", "ErosBundle", "ErosPack",
        "ErosSyntax", "ErosRegistry", "ErosSourceMaps", "ErosRehearsalMessages", systemPackage,
      ],
      path: "Sources/Rehearse/ErosRehearsal", swiftSettings: settings),
    .executableTarget(
      name: "eros-rehearse",
      dependencies: ["ErosCore", "ErosRehearsalMessages", "CJavaScriptCore", systemPackage],
      path: "Sources/Rehearse/eros-rehearse", swiftSettings: callsC,
      linkerSettings: programLinking),

    // For the conformance suite of the TUF project; not packaged.
    .executableTarget(
      name: "tuf-client",
      dependencies: [
        "ErosCore", "ErosFiles", "ErosTrust", "ErosTransport", "ErosHTTP", argumentParser,
      ],
      path: "Sources/CLI/tuf-client", swiftSettings: settings),

    .target(
      name: "ErosTestSupport", dependencies: ["ErosCore", "ErosCrypto", systemPackage],
      path: "Tests/ErosTestSupport",
      exclude: [
        "nginx.py", "report-server.py", "seaweedfs.py", "terminal.py", "workflow.py", "Stubs",
      ],
      swiftSettings: settings + optimizedInCI),
    .testTarget(
      name: "ErosCoreTests", dependencies: ["ErosCore", "ErosTestSupport"],
      path: "Tests/Base/ErosCoreTests", swiftSettings: settings),
    .testTarget(
      name: "ErosFilesTests",
      dependencies: ["ErosCore", "ErosFiles", "ErosTestSupport", systemPackage],
      path: "Tests/Base/ErosFilesTests", swiftSettings: settings),
    .testTarget(
      name: "ErosProcessTests",
      dependencies: ["ErosCore", "ErosFiles", "ErosProcess", "ErosTestSupport", systemPackage],
      path: "Tests/Base/ErosProcessTests", swiftSettings: settings),
    .testTarget(
      name: "ErosCryptoTests", dependencies: ["ErosCore", "ErosCrypto", "ErosTestSupport"],
      path: "Tests/Base/ErosCryptoTests", exclude: ["Vectors"], swiftSettings: settings),
    .testTarget(
      name: "ErosConfigTests",
      dependencies: [
        "ErosCore", "ErosFiles", "ErosCrypto", "ErosConfig", "ErosTestSupport", systemPackage,
      ],
      path: "Tests/Native/ErosConfigTests", swiftSettings: settings),
    .target(
      name: "ErosBundleTestSupport",
      dependencies: [
        "ErosCore", "ErosFiles", "ErosBundle", "ErosPack", "ErosDelta", "ErosLegacyPatch",
        "ErosDiff",
        "ErosTestSupport",
      ],
      path: "Tests/Bundle/ErosBundleTestSupport", swiftSettings: settings + optimizedInCI),
    .testTarget(
      name: "ErosBundleTests",
      dependencies: [
        "ErosCore", "ErosFiles", "ErosCrypto", "ErosBundle", "ErosPack",
        "ErosBundleTestSupport", "ErosTestSupport", systemPackage,
      ],
      path: "Tests/Bundle/ErosBundleTests", exclude: ["Corpus"], swiftSettings: settings),
    .testTarget(
      name: "ErosPackTests",
      dependencies: [
        "ErosCore", "ErosFiles", "ErosCrypto", "ErosBundle", "ErosPack",
        "ErosBundleTestSupport", "ErosTestSupport", systemPackage,
      ],
      path: "Tests/Bundle/ErosPackTests", swiftSettings: settings),
    .testTarget(
      name: "ErosDeltaTests",
      dependencies: [
        "ErosCore", "ErosFiles", "ErosCrypto", "ErosBundle", "ErosPack", "ErosDelta",
        "ErosLegacyPatch",
        "ErosDiff", "ErosBundleTestSupport", "ErosTestSupport", systemPackage,
      ],
      path: "Tests/Bundle/ErosDeltaTests", exclude: ["Corpus", "Vectors"], swiftSettings: settings),
    .testTarget(
      name: "ErosDiffTests",
      dependencies: [
        "ErosCore", "ErosFiles", "ErosCrypto", "ErosBundle", "ErosPack", "ErosDelta",
        "ErosLegacyPatch", "ErosDiff",
        "ErosBundleTestSupport", "ErosTestSupport",
      ],
      path: "Tests/Bundle/ErosDiffTests", swiftSettings: settings),
    .testTarget(
      name: "ErosSandboxTests",
      dependencies: [
        "ErosCore", "ErosFiles", "ErosCrypto", "ErosBundle", "ErosPack", "ErosDelta",
        "ErosLegacyPatch", "ErosDiff",
        "ErosSandbox", "ErosTestSupport", "eros", systemPackage,
      ],
      path: "Tests/Device/ErosSandboxTests", swiftSettings: settings),
    // `swift build --build-tests` also builds the dynamic library that the C host of a test links.
    .testTarget(
      name: "ErosDeviceTests",
      dependencies: [
        "ErosCore", "ErosFiles", "ErosBundle", "ErosPack", "ErosDelta", "ErosLegacyPatch",
        "ErosDiff", "ErosSandbox",
        "ErosTrust", "ErosTransport", "ErosFetch", "ErosDevice", "ErosDeviceC", "CErosDevice",
        "ErosPublish", "ErosReleaseTestSupport", "ErosTestSupport", "eros",
      ],
      path: "Tests/Device/ErosDeviceTests", exclude: ["Java", "valgrind.supp"],
      swiftSettings: settings),
    .testTarget(
      name: "ErosRoutesTests",
      dependencies: [
        "ErosCore", "ErosFiles", "ErosCrypto", "ErosRoutes", "ErosTestSupport", systemPackage,
      ],
      path: "Tests/Native/ErosRoutesTests", swiftSettings: settings),
    .target(
      name: "ErosNativeTestSupport",
      dependencies: ["ErosCore", "ErosConfig", "ErosRegistry", "ErosTestSupport"],
      path: "Tests/Native/ErosNativeTestSupport", exclude: ["Inputs", "Stubs"],
      swiftSettings: settings),
    .testTarget(
      name: "ErosRegistryTests",
      dependencies: [
        "ErosCore", "ErosConfig", "ErosRoutes", "ErosRegistry", "ErosSources",
        "ErosGenerator", "ErosNativeTestSupport", "ErosTestSupport",
      ],
      path: "Tests/Native/ErosRegistryTests", swiftSettings: settings),
    .testTarget(
      name: "ErosSourcesTests",
      dependencies: [
        "ErosCore", "ErosSyntax", "ErosConfig", "ErosRegistry", "ErosSources", "ErosGenerator",
        "ErosNativeTestSupport", "ErosTestSupport",
      ],
      path: "Tests/Native/ErosSourcesTests", swiftSettings: settings),
    .testTarget(
      name: "ErosGeneratorTests",
      dependencies: [
        "ErosCore", "ErosCrypto", "ErosConfig", "ErosTemplates", "ErosRegistry", "ErosSources",
        "ErosGenerator", "ErosNativeTestSupport", "ErosTestSupport",
      ],
      path: "Tests/Native/ErosGeneratorTests", exclude: ["Snapshots"], swiftSettings: settings),
    .testTarget(
      name: "ErosVersionsTests",
      dependencies: [
        "ErosCore", "ErosFiles", "ErosSyntax", "ErosConfig", "ErosBundle", "ErosRegistry",
        "ErosSources", "ErosGenerator", "ErosVersions", "ErosCheck",
        "ErosNativeTestSupport", "ErosTestSupport",
      ],
      path: "Tests/Native/ErosVersionsTests", swiftSettings: settings),
    .testTarget(
      name: "ErosCheckTests",
      dependencies: [
        "ErosCore", "ErosFiles", "ErosSyntax", "ErosConfig", "ErosBundle", "ErosRegistry",
        "ErosSources", "ErosGenerator", "ErosVersions", "ErosCheck",
        "ErosNativeTestSupport", "ErosTestSupport",
      ],
      path: "Tests/Native/ErosCheckTests", swiftSettings: settings),
    .testTarget(
      name: "ErosTrustTests",
      dependencies: [
        "ErosCore", "ErosFiles", "ErosCrypto", "ErosTrust", "ErosSigning", "ErosTestSupport",
        systemPackage,
      ],
      path: "Tests/Release/ErosTrustTests", exclude: ["Corpus", "Interop"], swiftSettings: settings),
    .testTarget(
      name: "ErosSigningTests",
      dependencies: [
        "ErosCore", "ErosFiles", "ErosProcess", "ErosCrypto", "ErosTrust", "ErosSigning",
        "ErosTestSupport",
      ],
      path: "Tests/Release/ErosSigningTests", swiftSettings: settings),
    .testTarget(
      name: "ErosSyntaxTests", dependencies: ["ErosCore", "ErosSyntax", "ErosTestSupport"],
      path: "Tests/Base/ErosSyntaxTests", swiftSettings: settings),
    .testTarget(
      name: "ErosTransportTests",
      dependencies: ["ErosCore", "ErosTransport", "ErosTestSupport"],
      path: "Tests/Base/ErosTransportTests", swiftSettings: settings),
    .testTarget(
      name: "ErosHTTPTests",
      dependencies: ["ErosCore", "ErosTransport", "ErosHTTP", "ErosTestSupport"],
      path: "Tests/Base/ErosHTTPTests", exclude: ["connect-proxy.py", "misbehaving-server.py"],
      swiftSettings: settings),
    .testTarget(
      name: "ErosRepositoryTests",
      dependencies: [
        "ErosCore", "ErosFiles", "ErosTransport", "ErosHTTP", "ErosRepository", "ErosTestSupport",
      ],
      path: "Tests/Release/ErosRepositoryTests", swiftSettings: settings),
    .testTarget(
      name: "ErosStoreTests",
      dependencies: [
        "ErosCore", "ErosFiles", "ErosCrypto", "ErosSyntax", "ErosTransport", "ErosHTTP",
        "ErosRepository", "ErosStore",
        "ErosTestSupport", systemPackage,
      ],
      path: "Tests/Release/ErosStoreTests", exclude: ["S3Scripts"], swiftSettings: settings),
    .target(
      name: "ErosReleaseTestSupport",
      dependencies: [
        "ErosCore", "ErosFiles", "ErosCrypto", "ErosBundle", "ErosPack", "ErosTrust", "ErosSigning",
        "ErosTransport", "ErosRepository", "ErosStore", "ErosPublish", "ErosSandbox", "ErosFetch",
        "ErosTestSupport",
      ],
      path: "Tests/Release/ErosReleaseTestSupport", swiftSettings: settings),
    .testTarget(
      name: "ErosPublishTests",
      dependencies: [
        "ErosCore", "ErosFiles", "ErosCrypto", "ErosBundle", "ErosPack", "ErosDelta",
        "ErosLegacyPatch", "ErosDiff",
        "ErosTrust", "ErosSigning", "ErosTransport", "ErosHTTP", "ErosRepository", "ErosStore",
        "ErosPublish", "ErosReleaseTestSupport", "ErosTestSupport", systemPackage,
      ],
      path: "Tests/Release/ErosPublishTests", exclude: ["Interop"], swiftSettings: settings),
    .testTarget(
      name: "ErosFetchTests",
      dependencies: [
        "ErosCore", "ErosFiles", "ErosCrypto", "ErosBundle", "ErosPack", "ErosTrust", "ErosSigning",
        "ErosTransport", "ErosHTTP", "ErosRepository", "ErosStore", "ErosPublish", "ErosSandbox",
        "ErosFetch", "ErosDevice", "ErosServe", "ErosReleaseTestSupport", "ErosTestSupport",
        systemPackage,
      ],
      path: "Tests/Device/ErosFetchTests", exclude: ["Interop", "misbehaving-store.py"],
      swiftSettings: settings),
    .testTarget(
      name: "ErosExplainTests",
      dependencies: [
        "ErosCore", "ErosFiles", "ErosBundle", "ErosTrust", "ErosSigning", "ErosTransport",
        "ErosHTTP", "ErosRepository", "ErosStore", "ErosPublish", "ErosSandbox", "ErosFetch",
        "ErosDevice", "ErosExplain", "ErosReleaseTestSupport", "ErosTestSupport",
      ],
      path: "Tests/Release/ErosExplainTests", exclude: ["Corpus"], swiftSettings: settings),
    .testTarget(
      name: "ErosServeTests",
      dependencies: [
        "ErosCore", "ErosFiles", "ErosProcess", "ErosCrypto", "ErosBundle", "ErosPack", "ErosDelta",
        "ErosLegacyPatch",
        "ErosTrust", "ErosSigning", "ErosTransport", "ErosHTTP", "ErosRepository", "ErosStore",
        "ErosPublish", "ErosSandbox", "ErosFetch", "ErosServe", "ErosReleaseTestSupport",
        "ErosTestSupport", "eros-server", httpTypes,
        hummingbird, logging, nioCore, nioPosix, systemPackage,
      ],
      path: "Tests/Server/ErosServeTests",
      exclude: [
        "bad-requests.py", "early-responses.py", "flooding-clients.py", "http2-clients.py",
        "stalled-clients.py", "webhook-receiver.py",
      ],
      swiftSettings: settings),
    // Like an app, these tests cannot use `package` declarations.
    .testTarget(
      name: "DocumentationTests",
      dependencies: [
        "ErosCore", "ErosFiles", "ErosBundle", "ErosPack", "ErosDelta", "ErosLegacyPatch",
        "ErosDiff", "ErosSandbox",
        "ErosTransport", "ErosFetch", "ErosDevice", "ErosRegistry", "ErosSources", "ErosGenerator",
        "ErosSourceMaps", "ErosRehearsal",
        "ErosTestSupport",
      ],
      packageAccess: false, swiftSettings: settings),
    .testTarget(
      name: "ErrorCatalogTests",
      dependencies: [
        "ErosCore", "ErosFiles", "ErosProcess", "ErosCrypto", "ErosConfig", "ErosBundle",
        "ErosPack",
        "ErosDelta", "ErosDiff", "ErosSandbox", "ErosDeviceC", "ErosRoutes", "ErosSyntax",
        "ErosRegistry", "ErosReport", "ErosSourceMaps", "ErosRehearsal",
        "ErosSources", "ErosGenerator", "ErosVersions", "ErosCheck", "ErosTrust", "ErosSigning",
        "ErosCommandSupport", "ErosTransport", "ErosRepository", "ErosStore", "ErosPublish",
        "ErosFetch", "ErosServe", "ErosTemplates", "ErosTestSupport", systemPackage,
      ],
      swiftSettings: settings),
    .testTarget(
      name: "ErosSourceMapsTests",
      dependencies: [
        "ErosCore", "ErosFiles", "ErosCrypto", "ErosBundle", "ErosSourceMaps", "ErosTestSupport",
      ],
      path: "Tests/Bundle/ErosSourceMapsTests", exclude: ["Corpus", "javascriptcore.py"],
      swiftSettings: settings),
    .testTarget(
      name: "ErosReportTests",
      dependencies: [
        "ErosCore", "ErosFiles", "ErosCrypto", "ErosConfig", "ErosBundle", "ErosPack", "ErosDelta",
        "ErosDiff", "ErosSourceMaps", "ErosTemplates", "ErosReport", "ErosTestSupport",
      ],
      path: "Tests/Bundle/ErosReportTests", swiftSettings: settings),
    .testTarget(
      name: "ErosDevelopTests",
      dependencies: ["ErosCore", "ErosFiles", "ErosCrypto", "ErosDevelop", "ErosTestSupport"],
      path: "Tests/Develop/ErosDevelopTests", swiftSettings: settings),
    .testTarget(
      name: "ErosCommandLineTests",
      dependencies: ["ErosFiles", "ErosCommandLine", "ErosTestSupport"],
      path: "Tests/CLI/ErosCommandLineTests", swiftSettings: settings),
    .testTarget(
      name: "ErosCommandSupportTests",
      dependencies: [
        "ErosCore", "ErosFiles", "ErosConfig", "ErosCheck", "ErosTemplates", "ErosCommandSupport",
        "ErosTestSupport",
      ],
      path: "Tests/CLI/ErosCommandSupportTests", swiftSettings: settings),
    .testTarget(
      name: "ErosBundleCommandsTests",
      dependencies: ["ErosFiles", "ErosCommandSupport", "ErosBundleCommands", "ErosTestSupport"],
      path: "Tests/CLI/ErosBundleCommandsTests", swiftSettings: settings),
    .testTarget(
      name: "ErosNativeCommandsTests",
      dependencies: [
        "ErosCore", "ErosConfig", "ErosRegistry", "ErosSources", "ErosNativeCommands",
        "ErosTestSupport",
      ],
      path: "Tests/CLI/ErosNativeCommandsTests", swiftSettings: settings),
    .testTarget(
      name: "ErosReleaseCommandsTests",
      dependencies: [
        "ErosCore", "ErosSigning", "ErosTrust", "ErosPublish", "ErosReleaseCommands",
        "ErosTestSupport",
      ],
      path: "Tests/CLI/ErosReleaseCommandsTests", swiftSettings: settings),
    .testTarget(
      name: "ErosDeviceCommandsTests",
      dependencies: ["ErosCommandSupport", "ErosDeviceCommands"],
      path: "Tests/CLI/ErosDeviceCommandsTests", swiftSettings: settings),
    .testTarget(
      name: "ErosCommandsTests",
      dependencies: [
        "ErosCore", "ErosTemplates", "ErosCommandSupport", "ErosCommands", "ErosTestSupport",
        argumentParser,
      ],
      path: "Tests/CLI/ErosCommandsTests", swiftSettings: settings),
    .testTarget(
      name: "ErosRehearsalTests",
      dependencies: [
        "ErosCore", "ErosBundle", "ErosRegistry", "ErosSourceMaps", "ErosRehearsalMessages",
        "ErosRehearsal",
        "ErosTestSupport", "eros-rehearse",
      ],
      path: "Tests/Rehearse/ErosRehearsalTests", swiftSettings: settings),
    // Three targets, because the compiler uses one core for each and they are the last.
    .testTarget(
      name: "ReleaseEndToEndTests",
      dependencies: [
        "ErosProcess", "ErosTrust", "ErosSigning", "ErosRepository", "ErosStore", "ErosPublish",
        "ErosTestSupport", "eros",
      ],
      path: "Tests/CLI/ReleaseEndToEndTests", swiftSettings: settings),
    .testTarget(
      name: "NativeEndToEndTests", dependencies: ["ErosTestSupport", "eros", "eros-rehearse"],
      path: "Tests/CLI/NativeEndToEndTests", swiftSettings: settings),
    .testTarget(
      name: "EndToEndTests", dependencies: ["ErosTestSupport", "eros", "eros-rehearse"],
      path: "Tests/CLI/EndToEndTests", exclude: ["Snapshots"], swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
