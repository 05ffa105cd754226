import ErosCore
import ErosRegistry
import ErosRehearsal
import ErosSourceMaps
import ErosSources
import ErosTestSupport
import ErosTransport
import Foundation
import SystemPackage

@testable import ErosBundle
@testable import ErosCommands
@testable import ErosConfig
@testable import ErosCrypto
@testable import ErosDevice
@testable import ErosDeviceC
@testable import ErosFiles
@testable import ErosPack
@testable import ErosProcess
@testable import ErosPublish
@testable import ErosRoutes
@testable import ErosServe
@testable import ErosStore
@testable import ErosSyntax
@testable import ErosTrust
@testable import ErosVersions

/// One example of each error of the project, with placeholders in capitals.
enum ErrorCatalog {
  /// The errors of one type.
  struct Section: Sendable {
    let title: String
    /// The path of the source file; `nil` if it does not declare an enumeration of cases.
    let source: String?
    let entries: [Entry]
  }

  struct Entry: Sendable {
    /// The name of the case, or a description of the error if it has no cases.
    let name: String
    let error: any ErosError

    init(_ name: String, _ error: any ErosError) {
      self.name = name
      self.error = error
    }
  }

  static let sections: [Section] = [
    Section(
      title: "Commands", source: "Sources/CLI/ErosCommands/Shared/CommandError.swift",
      entries: commands),
    Section(title: "Files", source: nil, entries: files),
    Section(title: "JSON", source: "Sources/Base/ErosCore/JSON/JSONError.swift", entries: json),
    Section(
      title: "Configurations", source: "Sources/Native/ErosConfig/ConfigError.swift",
      entries: configurations),
    Section(
      title: "Projects", source: "Sources/Native/ErosConfig/ProjectError.swift", entries: projects),
    Section(
      title: "Shipped configurations",
      source: "Sources/Native/ErosConfig/ShippedConfigError.swift", entries: shippedConfigurations),
    Section(title: "Packing", source: "Sources/Bundle/ErosPack/PackError.swift", entries: packing),
    Section(title: "Packing sources", source: nil, entries: sources),
    Section(
      title: "Source maps", source: "Sources/Bundle/ErosSourceMaps/SourceMapError.swift",
      entries: sourceMaps),
    Section(
      title: "Updates", source: "Sources/Bundle/ErosBundle/Delta/DeltaError.swift", entries: updates
    ),
    Section(
      title: "Sandboxes", source: "Sources/Device/ErosDevice/Sandbox/SandboxError.swift",
      entries: sandboxes),
    Section(
      title: "Route sandboxes", source: "Sources/Native/ErosRoutes/Sandbox/RouteSandboxError.swift",
      entries: routeSandboxes),
    Section(
      title: "Route builds", source: "Sources/Native/ErosRoutes/Build/RouteBuildError.swift",
      entries: routeBuilding),
    Section(
      title: "Route maps", source: "Sources/Native/ErosRoutes/Map/RouteMapError.swift",
      entries: routeMaps),
    Section(
      title: "Registration", source: "Sources/Native/ErosRegistry/RegistryError.swift",
      entries: registration),
    Section(
      title: "Generation",
      source: "Sources/Native/ErosRegistry/Generator/GeneratorError.swift", entries: generation),
    Section(
      title: "Templates",
      source: "Sources/Native/ErosRegistry/Generator/Templates/TemplateError.swift",
      entries: templates),
    Section(
      title: "Project checks", source: "Sources/Native/ErosVersions/Check/CheckError.swift",
      entries: checks),
    Section(
      title: "Rehearsals", source: "Sources/Rehearse/ErosRehearsal/RehearsalError.swift",
      entries: rehearsals),
    Section(
      title: "Version updates", source: "Sources/Native/ErosVersions/Bump/VersionBump.swift",
      entries: bumps),
    Section(
      title: "Native project files",
      source: "Sources/Base/ErosSyntax/Text/SyntaxError.swift",
      entries: versionFiles),
    Section(title: "Native project folders", source: nil, entries: nativeFolders),
    Section(
      title: "Locations of keys", source: "Sources/Base/ErosProcess/KeySource.swift",
      entries: keySources),
    Section(
      title: "Keys", source: "Sources/Release/ErosStore/Signing/Keys/KeyError.swift", entries: keys),
    Section(
      title: "Git", source: "Sources/Native/ErosVersions/Check/Git/GitError.swift", entries: git),
    Section(title: "Trust", source: "Sources/Release/ErosTrust/TrustError.swift", entries: trust),
    Section(
      title: "HTTP", source: "Sources/Base/ErosTransport/TransportError.swift", entries: transport),
    Section(
      title: "Objects of stores", source: "Sources/Release/ErosTrust/Repository/ObjectError.swift",
      entries: objects),
    Section(
      title: "Stores", source: "Sources/Release/ErosStore/Objects/StoreError.swift", entries: stores
    ),
    Section(
      title: "Channels", source: "Sources/Release/ErosTrust/Channel/ChannelError.swift",
      entries: channels),
    Section(
      title: "Publications", source: "Sources/Release/ErosStore/PublishError.swift",
      entries: publications),
    Section(
      title: "Updates from a store", source: "Sources/Device/ErosDevice/Fetch/FetchError.swift",
      entries: fetching),
    Section(
      title: "Decisions of a device",
      source: "Sources/Device/ErosDevice/Fetch/Decisions/DecisionRecordError.swift",
      entries: decisions),
    Section(
      title: "The update server", source: "Sources/Server/ErosServe/ServeError.swift",
      entries: serving),
    Section(
      title: "The database of the server",
      source: "Sources/Server/ErosServe/Database/DatabaseError.swift",
      entries: databases),
    Section(title: "Libraries", source: nil, entries: libraries),
  ]

  /// Returns a text error at the start of a file.
  private static func text(_ name: String, _ kind: some TextErrorKind) -> Entry {
    Entry(name, TextError(file: "FILE", position: .start, kind: kind))
  }
}

extension ErrorCatalog {
  private static let commands: [Entry] = [
    Entry("noOutput", CommandError.noOutput(config: "FILE")),
    Entry("noZipFolder", CommandError.noZipFolder(platform: "ios", config: "FILE")),
    Entry("badZipFolder", CommandError.badZipFolder("DIR", platform: "ios", config: "FILE")),
    Entry("outputInsideSource", CommandError.outputInsideSource(output: "DIR", source: "SOURCE")),
    Entry(
      "archiveInsideStore", CommandError.archiveInsideStore(archive: "DIR", store: "STORE")),
    Entry("keysInsideStore", CommandError.keysInsideStore(keys: "DIR", store: "STORE")),
    Entry("outputIsStore", CommandError.outputIsStore("DIR")),
    Entry("outputIsInput", CommandError.outputIsInput(output: "FILE")),
    Entry(
      "outputHidesConfig", CommandError.outputHidesConfig(output: "FILE", config: "CONFIG")),
    Entry("notUTF8", CommandError.notUTF8("VALUE")),
    Entry("pagesNotBuilt", CommandError.pagesNotBuilt("DIR")),
    Entry("pagesMissing", CommandError.pagesMissing(["PAGE", "OTHER"], source: "DIR")),
    Entry("noSuchRelease", CommandError.noSuchRelease("NAME", known: ["NAME", "NAME"])),
    Entry(
      "notBlocked", CommandError.notBlocked("NAME", sandbox: "DIR", blocked: ["NAME", "NAME"])),
    Entry("noBundles", CommandError.noBundles(folder: "DIR")),
    Entry("isPatch", CommandError.isPatch("FILE", .delta)),
    Entry("isPatch", CommandError.isPatch("FILE", .bsdiff)),
    Entry("isManifest", CommandError.isManifest("FILE")),
    Entry("noBundle", CommandError.noBundle(folder: "DIR", isProject: false)),
    Entry("noBundle", CommandError.noBundle(folder: "DIR", isProject: true)),
    Entry("samePatch", CommandError.samePatch("BUNDLE", "OTHER", name: "PATCH")),
    Entry("staleToken", CommandError.staleToken(sandbox: "DIR")),
    Entry("noRoutes", CommandError.noRoutes(config: "FILE")),
    Entry("descriptionExists", CommandError.descriptionExists("FILE")),
    Entry("readOnlyStore", CommandError.readOnlyStore("URL")),
    Entry("publicKeyCannotSign", CommandError.publicKeyCannotSign("FILE")),
    Entry("noPage", CommandError.noPage(4)),
    Entry("portInUse", CommandError.portInUse(8889)),
    Entry("lowersVersion", CommandError.lowersVersion(.ios, to: "1.0.0")),
    Entry("otherRoot", CommandError.otherRoot("FILE")),
    Entry("notRoot", CommandError.notRoot("FILE", option: "--root", reason: "REASON")),
    Entry("wrongRoot", CommandError.wrongRoot("FILE", option: "--root", store: "STORE")),
    Entry("badNotes", CommandError.badNotes("FILE", reason: "REASON")),
    Entry("badTesters", CommandError.badTesters("FILE", reason: "REASON")),
    Entry("siteNotVerified", CommandError.siteNotVerified("DIR", "REASON")),
    Entry(
      "badEnvironment", CommandError.badEnvironment(name: "SOURCE_DATE_EPOCH", value: "VALUE")),
  ]

  /// An example of each response with its own message or exit status.
  private static let files: [Entry] = [
    file("a missing file", .read, .noSuchFileOrDirectory),
    file("a missing folder", .list, .noSuchFileOrDirectory),
    file("a file in the middle of a path", .read, .notDirectory),
    file("a file instead of a folder", .list, .notDirectory),
    file("a folder instead of a file", .read, .isDirectory),
    file("a pipe or a device", .read, .notSupported),
    file("a file above the size limit", .read, .fileTooLarge),
    file("no read permission", .read, .permissionDenied),
    file("no write permission", .create, .permissionDenied),
    file("a file of a locked device", .read, .notPermitted),
    file("an output file on a locked device", .create, .notPermitted),
    file("a missing output folder", .create, .noSuchFileOrDirectory),
    file("an output path inside a file", .create, .notDirectory),
    file("a folder at an output path", .create, .isDirectory),
    file("a pipe or a device at an output path", .create, .notSupported),
    file("a non-empty folder at an output path", .rename, .directoryNotEmpty),
    file("a non-empty output folder", .create, .directoryNotEmpty),
    file("a read-only file system", .create, .readOnlyFileSystem),
    file("a full disk", .write, .noSpace),
    file("an exceeded disk quota", .write, .diskQuotaExceeded),
    file("a failing disk", .sync, .ioError),
    file("a file that cannot be removed", .remove, .resourceBusy),
    file("too many open files", .read, .tooManyOpenFiles),
    file("a file locked by another process", .lock, .wouldBlock),
    file("a program is not installed", .run, .noSuchFileOrDirectory),
  ]

  private static func file(
    _ name: String, _ operation: FileError.Operation, _ reason: Errno
  ) -> Entry {
    Entry(name, FileError(operation, operation == .run ? "PROGRAM" : "FILE", reason))
  }

  private static let json: [Entry] = [
    text("empty", JSONErrorKind.empty),
    text("wideCharacters", JSONErrorKind.wideCharacters),
    text("byteOrderMark", JSONErrorKind.byteOrderMark),
    text("notUTF8", JSONErrorKind.notUTF8),
    text("unexpected", JSONErrorKind.unexpected(found: "VALUE", expected: "VALUE")),
    text("comment", JSONErrorKind.comment), text("trailingComma", JSONErrorKind.trailingComma),
    text("truncated", JSONErrorKind.truncated(expected: "VALUE")),
    text("trailing", JSONErrorKind.trailing(found: "VALUE")),
    text("duplicateKey", JSONErrorKind.duplicateKey("KEY", firstLine: 1)),
    text("controlCharacter", JSONErrorKind.controlCharacter(9)),
    text("invalidEscape", JSONErrorKind.invalidEscape),
    text("loneSurrogate", JSONErrorKind.loneSurrogate),
    text("invalidNumber", JSONErrorKind.invalidNumber(reason: "REASON")),
    text("notALiteral", JSONErrorKind.notALiteral(found: "VALUE")),
    text("tooDeep", JSONErrorKind.tooDeep(limit: 100)),
    text("tooLong", JSONErrorKind.tooLong(limit: 1000)),
    text("tooManyValues", JSONErrorKind.tooManyValues(limit: 1000)),
  ]

  private static let configurations: [Entry] = [
    text("notAnObject", ConfigErrorKind.notAnObject(found: "VALUE")),
    text("zip", ConfigErrorKind.zip),
    text("missing", ConfigErrorKind.missing(key: "KEY")),
    text("empty", ConfigErrorKind.empty(key: "KEY")),
    text("notEncrypted", ConfigErrorKind.notEncrypted),
    text("wrongType", ConfigErrorKind.wrongType(key: "KEY", expected: "VALUE", found: "VALUE")),
    text("notPrintable", ConfigErrorKind.notPrintable(key: "KEY")),
    text("invalidBudget", ConfigErrorKind.invalidBudget("'check.budget.KEY': REASON")),
    text("invalidGlobal", ConfigErrorKind.invalidGlobal("'rehearsal.globals': REASON")),
  ]

  private static let projects: [Entry] = [
    Entry("notFound", ProjectError.notFound(from: ".", to: "../.."))
  ]

  private static let shippedConfigurations: [Entry] = [
    text("notAString", ShippedConfigErrorKind.notAString(found: "VALUE")),
    text("notBase64", ShippedConfigErrorKind.notBase64),
    text("wrongLength", ShippedConfigErrorKind.wrongLength(17)),
    text("wrongPadding", ShippedConfigErrorKind.wrongPadding),
  ]
}

extension ErrorCatalog {
  private static let report = VerificationReport(
    verdict: .unsafe, manifest: nil, manifestBytes: nil, wgt: nil, files: [], folders: [],
    treeHash: nil,
    bytes: 0, findings: [Finding(BundleFindingCode.notAZip, "REASON")])

  private static let packing: [Entry] = [
    Entry("changed", PackError.changed("FILE")),
    Entry("privateKey", PackError.privateKey("FILE")),
    Entry("notWgt", PackError.notWgt("FOLDER", "REASON")),
    Entry("noThread", PackError.noThread),
  ]

  private static let sources: [Entry] = [
    source("a source without files", .empty),
    source("an invalid file name", .name(.backslash)),
    source("two names that collide on some file systems", .clash(with: "OTHER")),
    source("the name of the manifest", .reserved),
    source("a name that is not UTF-8", .obstacle(.nameNotUTF8)),
    source("a symlink", .obstacle(.symlink)),
    source("a symlink to a file outside the source", .obstacle(.symlinkOutside)),
    source("a broken symlink", .obstacle(.symlinkBroken)),
    source("a symlink to a parent folder", .obstacle(.symlinkLoop)),
    source("a device, a pipe or a socket", .obstacle(.special)),
    source("folders nested too deeply", .obstacle(.tooDeep)),
    source(
      "a file without read permission",
      .obstacle(.unreadable(FileError(.read, "FILE", .permissionDenied)))),
  ]

  private static func source(
    _ name: String, _ reason: BundleSourceError.Problem.Reason
  ) -> Entry {
    Entry(name, BundleSourceError(root: "DIR", problems: [.init("FILE", reason)]))
  }

  private static let updates: [Entry] = [
    Entry("malformed", DeltaError.malformed(patch: "PATCH", "REASON")),
    Entry("overLimit", DeltaError.overLimit(patch: "PATCH", "REASON", option: "--max-size")),
    Entry("overLimit", DeltaError.overLimit(patch: "PATCH", "REASON", option: nil)),
    Entry("rejectedByReaders", DeltaError.rejectedByReaders("REASON")),
    Entry("notAPatch", DeltaError.notAPatch("FILE", .zip)),
    Entry("notAPatch", DeltaError.notAPatch("FILE", .unknown)),
    Entry("wrongOldFile", DeltaError.wrongOldFile(patch: "PATCH", "REASON")),
    Entry("legacyPatch", DeltaError.legacyPatch("PATCH")),
    Entry("developmentVersion", DeltaError.developmentVersion(patch: "PATCH")),
    Entry("laterVersion", DeltaError.laterVersion(patch: "PATCH", version: 3)),
    Entry("wrongBase", DeltaError.wrongBase(patch: "PATCH", expected: "RELEASE", found: "RELEASE")),
    Entry("changed", DeltaError.changed("FILE")),
    Entry("notARelease", DeltaError.notARelease(folder: "DIR", "FILE")),
    Entry("withoutZip", DeltaError.withoutZip(patch: "PATCH")),
    Entry("needsZip", DeltaError.needsZip(patch: "PATCH", folder: "DIR")),
    Entry("notVerified", DeltaError.notVerified(bundle: "BUNDLE", "REASON", remedy: nil)),
    Entry("badResult", DeltaError.badResult(patch: "PATCH", "REASON")),
    Entry(
      "unexpectedResult",
      DeltaError.unexpectedResult(
        patch: "PATCH", expected: SHA256Digest(bytes: .init(repeating: 1)),
        found: SHA256Digest(bytes: .init(repeating: 2)))),
    Entry("library", DeltaError.library("REASON")),
  ]

  private static let tree = TreeHash(bytes: .zero)

  private static let sandboxes: [Entry] = [
    Entry("busy", SandboxError.busy(path: "DIR")),
    Entry("empty", SandboxError.empty(path: "DIR")),
    Entry("notVerified", SandboxError.notVerified(bundle: "BUNDLE", config: nil, report)),
    Entry("notAdopted", SandboxError.notAdopted(folder: "DIR", report)),
    Entry(
      "blocked",
      SandboxError.blocked(
        bundle: "BUNDLE", .init(release: tree, reason: .unconfirmed, count: 2))),
    Entry(
      "unexpectedRelease",
      SandboxError.unexpectedRelease(bundle: "BUNDLE", expected: tree, found: tree)),
    Entry("laterVersion", SandboxError.laterVersion(path: "DIR")),
    Entry("pathOccupied", SandboxError.pathOccupied("FILE")),
    Entry("notEmpty", SandboxError.notEmpty(path: "DIR", name: "FILE")),
    Entry("notSandbox", SandboxError.notSandbox(path: "DIR", name: "FILE")),
    Entry("foreignOwner", SandboxError.foreignOwner(path: "DIR")),
    Entry(
      "writableByOthers",
      SandboxError.writableByOthers(path: "DIR", item: nil, permissions: 0o777)),
    Entry(
      "cannotRollBack", SandboxError.cannotRollBack(path: "DIR", .noRollbackTarget(withdrawn: nil))),
    Entry("baseMissing", SandboxError.baseMissing(path: "DIR", tree)),
    Entry("damaged", SandboxError.damaged(path: "DIR", tree)),
  ]

  private static let routeSandboxes: [Entry] = [
    Entry("busy", RouteSandboxError.busy(path: "DIR")),
    Entry("empty", RouteSandboxError.empty(path: "DIR")),
    Entry("notEmpty", RouteSandboxError.notEmpty(path: "DIR", name: "NAME")),
    Entry("foreignOwner", RouteSandboxError.foreignOwner(path: "DIR")),
    Entry(
      "writableByOthers",
      RouteSandboxError.writableByOthers(path: "DIR", item: nil, permissions: 0o777)),
    Entry("noMap", RouteSandboxError.noMap(folder: "DIR")),
    Entry("nothingToVerify", RouteSandboxError.nothingToVerify(map: "FILE")),
    Entry("pagesMissing", RouteSandboxError.pagesMissing(folder: "DIR", ["PAGE"])),
  ]

  private static let routeBuilding: [Entry] = [
    Entry(
      "refused",
      RouteBuildError.refused(
        source: "DIR", [Finding(RouteFindingCode.pageName, file: "PAGE", "REASON")]))
  ]

  private static let routeMaps: [Entry] = [
    text(
      "wrongType", RouteMapErrorKind.wrongType(what: "VALUE", expected: "VALUE", found: "VALUE")),
    text("missing", RouteMapErrorKind.missing(key: "KEY")),
    text("empty", RouteMapErrorKind.empty(key: "KEY")),
    text("noRoutes", RouteMapErrorKind.noRoutes),
  ]
}

extension ErrorCatalog {
  private static let registration: [Entry] = [
    Entry("malformedLock", RegistryError.malformedLock(file: "FILE", line: 1))
  ]

  private static let templates: [Entry] = [
    text("invalid", TemplateErrorKind.invalid("REASON"))
  ]

  private static let generation: [Entry] = [
    Entry("badTemplateFile", GeneratorError.badTemplateFile("PATH", reason: "REASON")),
    Entry("unknownTemplate", GeneratorError.unknownTemplate(name: "NAME", nearest: "NAME")),
    Entry("unknownTemplate", GeneratorError.unknownTemplate(name: "NAME", nearest: nil)),
    Entry("unknownTemplateFile", GeneratorError.unknownTemplateFile("PATH", nearest: "NAME")),
    Entry("unknownTemplateFile", GeneratorError.unknownTemplateFile("PATH", nearest: nil)),
    Entry("noTemplates", GeneratorError.noTemplates(folder: "DIR")),
    Entry("outputIsInput", GeneratorError.outputIsInput("FILE")),
    Entry(
      "unknownEntry", GeneratorError.unknownEntry(kind: .module, name: "NAME", known: ["NAME"])),
    Entry(
      "notOnPlatform", GeneratorError.notOnPlatform(kind: .module, name: "NAME", platform: .ios)),
    Entry("noSkeletonFolder", GeneratorError.noSkeletonFolder([.ios])),
    Entry("folderOutside", GeneratorError.folderOutside("DIR")),
    Entry("outsideProject", GeneratorError.outsideProject("FILE")),
    Entry("isFolder", GeneratorError.isFolder("FILE")),
    Entry("innerClass", GeneratorError.innerClass("CLASS")),
    Entry("missingSetting", GeneratorError.missingSetting("KEY")),
    Entry("wouldReplace", GeneratorError.wouldReplace(["FILE"])),
    Entry("badAppName", GeneratorError.badAppName("NAME")),
    Entry("workflowExpression", GeneratorError.workflowExpression("NAME")),
    Entry("controlInWorkflow", GeneratorError.controlInWorkflow("NAME")),
    Entry(
      "unusableTable",
      GeneratorError.unusableTable(
        "FILE", reason: "'id' is missing", remedy: "add `\"id\": \"NAME\"`")),
    Entry("projectExists", GeneratorError.projectExists(folder: "DIR", files: ["FILE"])),
  ]

  private static let checks: [Entry] = [
    Entry("nothingToCompareWith", CheckError.nothingToCompareWith("DIR")),
    Entry("invalidBase", CheckError.invalidBase("BUNDLE", "REASON")),
    Entry("noSource", CheckError.noSource("DIR", "REASON")),
    Entry("emptySource", CheckError.emptySource("DIR")),
    Entry("noPages", CheckError.noPages("DIR")),
  ]

  private static let sourceMaps: [Entry] = [
    Entry(
      "noMaps",
      SourceMapError.noMaps(folder: "DIR", script: "SCRIPT", reason: "FINDING")),
    Entry("noMaps", SourceMapError.noMaps(folder: "DIR", script: nil, reason: nil)),
    Entry("notKept", SourceMapError.notKept(tree: "HASH", archive: "DIR")),
    Entry("noSuchTree", SourceMapError.noSuchTree("DIGITS", archive: "DIR")),
    Entry("damagedList", SourceMapError.damagedList(file: "FILE", reason: "REASON")),
  ]

  private static let rehearsals: [Entry] = [
    Entry("programMissing", RehearsalError.programMissing("eros-rehearse")),
    Entry("engineMissing", RehearsalError.engineMissing(library: "LIBRARY")),
    Entry("programFailed", RehearsalError.programFailed("PROGRAM", status: 65)),
    Entry("programTimedOut", RehearsalError.programTimedOut("PROGRAM", seconds: 5)),
    Entry("notConfined", RehearsalError.notConfined),
    Entry("noPages", RehearsalError.noPages("DIR")),
    Entry(
      "pagesFail", RehearsalError.pagesFail(bundle: "BUNDLE", findings: [pageFinding, pageFinding])),
    Entry("versionNotRecorded", RehearsalError.versionNotRecorded("VERSION", platform: .ios)),
    Entry("isPage", RehearsalError.isPage("FILE", folder: "DIR", page: "PAGE")),
    Entry("noSuchPage", RehearsalError.noSuchPage("PAGE", in: "DIR")),
  ]

  static let pageFinding = Finding(
    RehearsalFindingCode.pageThrows, file: "FILE", at: .start, "REASON")

  private static let place = VersionLocation(
    platform: .android, kind: .gradle, file: "FILE", key: "versionName",
    content: .computed("REASON"), position: .start)

  private static let bumps: [Entry] = [
    Entry("notWritable", VersionBumpError.notWritable(place)),
    Entry("nothingToStartFrom", VersionBumpError.nothingToStartFrom(.android, location: place)),
    Entry("shared", VersionBumpError.shared(place, ["VERSION", "VERSION"])),
    Entry(
      "unfinished",
      VersionBumpError.unfinished(step: "STEP", [.ios: "VERSION", .android: "VERSION"])),
  ]

  private static let versionFiles: [Entry] = [
    text("unexpected", SyntaxErrorKind.unexpected(found: "VALUE", expected: "VALUE")),
    text("truncated", SyntaxErrorKind.truncated(expected: "VALUE")),
    text("wideCharacters", SyntaxErrorKind.wideCharacters),
    text("notUTF8", SyntaxErrorKind.notUTF8),
    text("conflict", SyntaxErrorKind.conflict),
    text("tooMany", SyntaxErrorKind.tooMany("ITEMS", limit: 100)),
    text("internalSubset", SyntaxErrorKind.internalSubset),
    text("unknownEntity", SyntaxErrorKind.unknownEntity("NAME")),
    text("duplicateKey", SyntaxErrorKind.duplicateKey("KEY")),
    text("tooDeep", SyntaxErrorKind.tooDeep(limit: 100)),
    text("binary", SyntaxErrorKind.binary),
    text("wrongKind", SyntaxErrorKind.wrongKind(found: "VALUE", expected: "VALUE")),
  ]

  private static let nativeFolders: [Entry] = [
    Entry(
      "a symlink to a parent folder", NativeFolderError(path: "LINK", reason: .cycle)),
    Entry("folders nested too deeply", NativeFolderError(path: "DIR", reason: .tooDeep)),
    Entry("a name that is not UTF-8", NativeFolderError(path: "PATH", reason: .nameNotUTF8)),
    Entry("a device, a pipe or a socket", NativeFolderError(path: "PATH", reason: .special)),
  ]

  private static let git: [Entry] = [
    Entry("notInstalled", GitError.notInstalled),
    Entry("notARepository", GitError.notARepository("DIR")),
    Entry("noSuchCommit", GitError.noSuchCommit("REF", isShallow: false)),
    Entry("noSuchCommit", GitError.noSuchCommit("REF", isShallow: true)),
    Entry("noSuchCommit", GitError.noSuchCommit("HEAD", isShallow: false)),
    Entry(
      "noSuchCommit", GitError.noSuchCommit("origin/REF", remote: "origin", isShallow: false)),
    Entry("noSuchCommit", GitError.noSuchCommit("origin/REF", remote: "origin", isShallow: true)),
    Entry("noCommonCommit", GitError.noCommonCommit("REF")),
    Entry("noSubmoduleCommit", GitError.noSubmoduleCommit(folder: "DIR", commit: "COMMIT")),
    Entry("partialClone", GitError.partialClone("DIR", remote: "origin")),
    Entry("timedOut", GitError.timedOut(command: "COMMAND", special: "FILE")),
    Entry("timedOut", GitError.timedOut(command: "COMMAND", special: nil)),
    Entry("failed", GitError.failed(command: "COMMAND", message: "REASON")),
    Entry("failed", GitError.failed(command: "COMMAND", message: "REASON\nsafe.directory")),
  ]

  private static let transport: [Entry] = {
    guard let address = try? WebAddress("https://HOST/PATH") else { return [] }
    return [
      Entry("malformedAddress", TransportError.malformedAddress("URL", .scheme)),
      Entry("malformedAddress", TransportError.malformedAddress("URL", .credentials)),
      Entry("malformedAddress", TransportError.malformedAddress("URL", .host)),
      Entry("malformedAddress", TransportError.malformedAddress("URL", .encoding)),
      Entry("invalidField", TransportError.invalidField("NAME")),
      Entry("cannotResolve", TransportError.cannotResolve(host: "HOST")),
      Entry(
        "cannotConnect", TransportError.cannotConnect(origin: "https://HOST", reason: "REASON")),
      Entry("malformedProxy", TransportError.malformedProxy(variable: "HTTPS_PROXY")),
      Entry(
        "proxyFailure", TransportError.proxyFailure(proxy: "http://PROXY", reason: "REASON")),
      Entry("tlsFailure", TransportError.tlsFailure(origin: "https://HOST", reason: "REASON")),
      Entry("timedOut", TransportError.timedOut(address, .connection)),
      Entry("timedOut", TransportError.timedOut(address, .silence)),
      Entry("timedOut", TransportError.timedOut(address, .total)),
      Entry("closedEarly", TransportError.closedEarly(address)),
      Entry("tooMuchData", TransportError.tooMuchData(address, limit: 1000)),
      Entry("badRedirect", TransportError.badRedirect(address, .tooMany(5))),
      Entry("badRedirect", TransportError.badRedirect(address, .insecure)),
      Entry("badRedirect", TransportError.badRedirect(address, .noLocation)),
      Entry("badRedirect", TransportError.badRedirect(address, .malformed)),
      Entry("malformedResponse", TransportError.malformedResponse(address, reason: "REASON")),
      Entry("unexpectedStatus", TransportError.unexpectedStatus(address, 403)),
      Entry("unexpectedStatus", TransportError.unexpectedStatus(address, 404)),
      Entry("unexpectedStatus", TransportError.unexpectedStatus(address, 503)),
      Entry("missingLibrary", TransportError.missingLibrary("LIBRARY")),
      Entry("failed", TransportError.failed(address, reason: "REASON")),
    ]
  }()

  private static let libraries: [Entry] = [
    Entry("an error of libzip", ZipError(archive: "FILE", reason: "REASON")),
    Entry("an error of OpenSSL", CryptoError(reasons: ["REASON"])),
    Entry("an invalid argument of the C interface", ArgumentError("options->folder is NULL")),
    Entry("an unsafe zip", UnsafeBundleError(bundle: "BUNDLE", report)),
    Entry(
      "an unknown command",
      UsageError("unknown command '\("NAME" as String)' of `eros`", "did you mean `eros COMMAND`?")),
    Entry(
      "an invalid command line",
      UsageError(
        "the value '\("VALUE" as String)' is invalid for '\("--OPTION <NAME>" as String)'",
        "choose \("'VALUE'" as String) or \("'VALUE'" as String)")),
  ]
}

extension ErrorCatalog {
  private static let keys: [Entry] = [
    Entry("openToOthers", KeyError.openToOthers("FILE", permissions: 0o644)),
    Entry("otherOwner", KeyError.otherOwner("FILE")),
    Entry("noVariable", KeyError.noVariable("NAME")),
    Entry("noFile", KeyError.noFile("NAME", suggestion: "NAME.pub")),
    Entry("invalidKey", KeyError.invalidKey(.file("FILE"), .malformed)),
    Entry("invalidKey", KeyError.invalidKey(.file("FILE"), .notPEM)),
    Entry("invalidKey", KeyError.invalidKey(.file("FILE"), .publicKey)),
    Entry("invalidKey", KeyError.invalidKey(.file("FILE"), .empty)),
    Entry("invalidKey", KeyError.invalidKey(.file("FILE"), .openSSH)),
    Entry("invalidKey", KeyError.invalidKey(.file("FILE"), .noEnd("PRIVATE KEY"))),
    Entry("invalidKey", KeyError.invalidKey(.file("FILE"), .damagedBase64)),
    Entry("invalidKey", KeyError.invalidKey(.file("FILE"), .otherType("CERTIFICATE"))),
    Entry("invalidKey", KeyError.invalidKey(.file("FILE"), .otherType("TYPE"))),
    Entry("invalidKey", KeyError.invalidKey(.file("FILE"), .passphraseMissing)),
    Entry("invalidKey", KeyError.invalidKey(.file("FILE"), .wrongPassphrase)),
    Entry("wrongVariable", KeyError.wrongVariable(.file("FILE"))),
    Entry("invalidKey", KeyError.invalidKey(.file("FILE"), .otherDerivation("NAME"))),
    Entry("invalidKey", KeyError.invalidKey(.file("FILE"), .tooExpensive)),
    Entry("invalidKey", KeyError.invalidKey(.file("FILE"), .otherCurve)),
    Entry("invalidKey", KeyError.invalidKey(.file("FILE"), .privateKey)),
    Entry("badName", KeyError.badName(.characters)),
    Entry("badName", KeyError.badName(.start)),
    Entry("exists", KeyError.exists("FILE")),
    Entry("halfPair", KeyError.halfPair(existing: "NAME.pub", missing: "NAME.key")),
    Entry("halfPair", KeyError.halfPair(existing: "NAME.key", missing: "NAME.pub")),
    Entry("notPassphrase", KeyError.notPassphrase(.notUTF8, variable: KeyPassphrase.variable)),
    Entry("notPassphrase", KeyError.notPassphrase(.empty, variable: nil)),
    Entry("notPassphrase", KeyError.notPassphrase(.tooLong, variable: nil)),
    Entry("notPassphrase", KeyError.notPassphrase(.controlCharacter, variable: nil)),
    Entry("unusedPassphrase", KeyError.unusedPassphrase),
    Entry("weakPassphrase", KeyError.weakPassphrase),
    Entry("passphrasesDiffer", KeyError.passphrasesDiffer),
    Entry("noPassphrase", KeyError.noPassphrase),
    Entry("signerNotStarted", KeyError.signerNotStarted("COMMAND", reason: "REASON")),
    Entry("signerFailed", KeyError.signerFailed("COMMAND", status: 1, output: "MESSAGE")),
    Entry("signerFailed", KeyError.signerFailed("COMMAND", status: 126, output: "")),
    Entry("signerFailed", KeyError.signerFailed("COMMAND", status: 127, output: "")),
    Entry("signerFailed", KeyError.signerFailed("COMMAND", status: 137, output: "")),
    Entry("signerTimedOut", KeyError.signerTimedOut("COMMAND", seconds: 60, output: "MESSAGE")),
    Entry("signerNoOutput", KeyError.signerNoOutput("COMMAND")),
    Entry("signerExcessOutput", KeyError.signerExcessOutput("COMMAND", limit: nil)),
    Entry("signerMalformedOutput", KeyError.signerMalformedOutput("COMMAND", detail: "REASON")),
    Entry(
      "signerOtherKey",
      KeyError.signerOtherKey("COMMAND", expected: "KEY ID", found: "KEY ID")),
    Entry("signerInvalidSignature", KeyError.signerInvalidSignature("COMMAND")),
  ]
}

extension ErrorCatalog {
  private static let trust: [Entry] = [
    Entry("malformed", TrustError.malformed(file: "FILE", reason: "REASON")),
    Entry("page", TrustError.page(file: "FILE")),
    Entry("notSigned", TrustError.notSigned(file: "FILE", found: 1, threshold: 2)),
    Entry(
      "otherStore",
      TrustError.otherStore(file: "FILE", trusted: ["KEY ID"], found: ["OTHER ID"])),
    Entry(
      "rollback", TrustError.rollback(file: "FILE", trusted: 3, found: 2, namedBy: nil)),
    Entry(
      "rollback",
      TrustError.rollback(file: "FILE", trusted: 3, found: 2, namedBy: "OTHER")),
    Entry(
      "rollback",
      TrustError.rollback(file: "FILE", trusted: 3, found: nil, namedBy: "OTHER")),
    Entry("fastForward", TrustError.fastForward(file: "FILE", version: .max, namedBy: nil)),
    Entry("expired", TrustError.expired(file: "FILE", since: Timestamp(milliseconds: 0))),
    Entry("mismatch", TrustError.mismatch(file: "FILE", namedBy: "OTHER")),
    Entry(
      "versionMismatch",
      TrustError.versionMismatch(file: "FILE", expected: 3, found: 2, namedBy: "OTHER")),
    Entry("tooLong", TrustError.tooLong(file: "FILE", limit: 16_384)),
    Entry("tooMuch", TrustError.tooMuch(file: "FILE", limit: 8_000_000)),
    Entry("missing", TrustError.missing(file: "FILE")),
    Entry("missing", TrustError.missing(file: "FILE", status: 403)),
    Entry("notInSnapshot", TrustError.notInSnapshot(file: "FILE")),
    Entry("nameTooLong", TrustError.nameTooLong(role: "ROLE")),
    Entry("noRoot", TrustError.noRoot),
    Entry("cannotSign", TrustError.cannotSign(role: .root, reason: "REASON")),
  ]
}

// MARK: - Updates from a store

extension ErrorCatalog {
  private static let decisions: [Entry] = [
    Entry("malformed", DecisionRecordError.malformed("FILE", reason: "REASON")),
    Entry("laterVersion", DecisionRecordError.laterVersion("FILE", 2)),
  ]

  private static let fetching: [Entry] = [
    Entry("noChannel", FetchError.noChannel("APP/CHANNEL")),
    Entry("noRelease", FetchError.noRelease("APP/CHANNEL")),
    Entry(
      "notChecked",
      FetchError.notChecked(
        TrustError.missing(file: "FILE"), since: Timestamp(milliseconds: 1_700_000_000_000))),
    Entry("notChecked", FetchError.notChecked(TrustError.missing(file: "FILE"), since: nil)),
    Entry("badRoot", FetchError.badRoot(TrustError.tooLong(file: "root.json", limit: 1000))),
    Entry("noStore", FetchError.noStore("URL", since: nil)),
    Entry("noStore", FetchError.noStore("URL", status: 403, since: nil)),
    Entry("noSpace", FetchError.noSpace(folder: "FOLDER", needed: 40_100_000, free: 24_900_000)),
    Entry("missing", FetchError.missing("FILE")),
    Entry("missing", FetchError.missing("FILE", status: 403)),
    Entry("damaged", FetchError.damaged("FILE")),
    Entry("interrupted", FetchError.interrupted("FILE")),
    Entry("badID", FetchError.badID),
  ]
}

// MARK: - The update server

extension ErrorCatalog {
  private static let serving: [Entry] = [
    Entry("badConfig", ServeError.badConfig("FILE", reason: "REASON")),
    Entry("noChannel", ServeError.noChannel("APP/CHANNEL", known: ["KNOWN"])),
    Entry("damagedFile", ServeError.damagedFile("FILE")),
    Entry("noFiles", ServeError.noFiles("STORE")),
    Entry("badRoot", ServeError.badRoot("FILE", reason: "REASON")),
    Entry("otherRoot", ServeError.otherRoot(store: "STORE")),
    Entry("notAStore", ServeError.notAStore("STORE", isInside: true)),
    Entry("notAStore", ServeError.notAStore("STORE", isInside: false)),
    Entry("databaseInUse", ServeError.databaseInUse("FILE")),
    Entry("readOnlyStore", ServeError.readOnlyStore("STORE")),
    Entry(
      "otherBrakeKey",
      ServeError.otherBrakeKey(option: "--online", role: "timestamp", keyIDs: ["KEY"])),
    Entry("badAddress", ServeError.badAddress("ADDRESS")),
    Entry("cannotListen", ServeError.cannotListen("ADDRESS", reason: "REASON")),
    Entry("badCertificate", ServeError.badCertificate("FILE", reason: "REASON")),
    Entry("exposedSecret", ServeError.exposedSecret("FILE", .openToOthers(permissions: 0o644))),
  ]
}

// MARK: - The database of the server

extension ErrorCatalog {
  private static let keySources: [Entry] = [Entry("notVariable", KeySourceError.notVariable)]

  private static let databases: [Entry] = [
    Entry("damaged", DatabaseError.damaged(file: "FILE")),
    Entry("newer", DatabaseError.newer(file: "FILE")),
    Entry("failed", DatabaseError.failed(file: "FILE", reason: "REASON")),
  ]
}

// MARK: - Release stores

extension ErrorCatalog {
  private static let objects: [Entry] = [
    Entry("tooLong", ObjectError.tooLong("OBJECT", limit: 16_384)),
    Entry("tooShort", ObjectError.tooShort("OBJECT", offset: 100)),
    Entry("changing", ObjectError.changing("FILE")),
    Entry("encoded", ObjectError.encoded("URL")),
  ]

  private static let stores: [Entry] =
    [
      Entry("notAFile", StoreError.notAFile("PATH", .symlink)),
      Entry("notAFolder", StoreError.notAFolder("PATH", .file)),
      Entry("missing", StoreError.missing("DIR")),
      Entry("invalidLocation", StoreError.invalidLocation("STORE", .scheme)),
      Entry("invalidLocation", StoreError.invalidLocation("STORE", .path)),
      Entry("invalidLocation", StoreError.invalidLocation("s3://BUCKET", .bucket)),
      Entry("invalidLocation", StoreError.invalidLocation("s3://BUCKET/PREFIX", .prefix)),
    ]
    + [ObjectKey("NAME")].compactMap { $0 }.map { Entry("reservedKey", StoreError.reservedKey($0)) }
    + StorePromise.allCases.map {
      Entry("brokenPromise", StoreError.brokenPromise("STORE", $0, response: "ANSWER"))
    }
    + s3 + aws

  private static let s3: [Entry] = [
    .otherRegion("REGION"),
    .otherRegion(nil),
    .signatureRefused,
    .clockDiffers("CODE"),
    .unknownKeyID,
    .expiredToken("CODE"),
    .otherEndpoint("HOST"),
    .needsVirtualHost("CODE"),
    .conditionRefused(status: 501, code: "CODE"),
    .accessDenied,
    .noSuchBucket,
    .busy(status: 503),
    .otherWrites,
    .damagedUpload,
    .changed,
    .damagedCopy,
    .unsupported("CODE"),
    .refused(status: 400, code: "CODE"),
    .malformedResponse(.document),
    .malformedResponse(.truncated),
    .malformedResponse(.entityTag),
    .malformedResponse(.range),
    .malformedResponse(.body),
    .malformedResponse(.status(204)),
  ].map { (fault: S3Failure) in Entry("s3", StoreError.s3("s3://BUCKET/OBJECT", fault)) }

  private static let aws: [Entry] = [
    .noCredentials(profile: "PROFILE", hasContainerEndpoint: false),
    .noCredentials(profile: "PROFILE", hasContainerEndpoint: true),
    .incompleteCredentials(source: "SOURCE", missing: "NAME"),
    .malformedCredentials(source: "SOURCE"),
    .unknownProfile("PROFILE"),
    .unsupportedProfile("PROFILE", setting: "SETTING"),
    .malformedFile("FILE", line: 1, .wideCharacters),
    .malformedFile("FILE", line: 1, .notUTF8),
    .malformedFile("FILE", line: 1, .section),
    .malformedFile("FILE", line: 1, .duplicateSection),
    .malformedFile("FILE", line: 1, .noSection),
    .malformedFile("FILE", line: 1, .noEqualsSign),
    .malformedFile("FILE", line: 1, .duplicateSetting),
    .noContainerEndpoint,
    .insecureContainerEndpoint("http://HOST"),
    .invalidRegion("REGION"),
    .invalidBucket("BUCKET"),
    .invalidPrefix("PREFIX"),
  ].map { (fault: AWSFailure) in Entry("aws", StoreError.aws(fault)) }

  private static let channels: [Entry] = [
    Entry("badName", ChannelError.badName("NAME")),
    Entry("malformed", ChannelError.malformed(channel: "APP/CHANNEL", reason: "REASON")),
    Entry("malformedBrake", ChannelError.malformedBrake(reason: "REASON")),
  ]

  private static let publications: [Entry] = {
    guard let channel = try? ChannelName("APP/CHANNEL") else { return [] }
    let date = Timestamp(milliseconds: 0)
    return [
      Entry("notAStore", PublishError.notAStore("STORE")),
      Entry("storeExists", PublishError.storeExists("STORE")),
      Entry("otherKeys", PublishError.otherKeys("STORE")),
      Entry(
        "missingKeys",
        PublishError.missingKeys(role: "ROLE", found: 0, needed: 1, keyIDs: ["KEY ID"])),
      Entry(
        "missingKeys",
        PublishError.missingKeys(role: "root", found: 1, needed: 2, keyIDs: ["KEY ID", "KEY ID"])),
      Entry("noChannel", PublishError.noChannel(channel, known: [])),
      Entry("noChannel", PublishError.noChannel(channel, known: ["APP/OTHER"])),
      Entry("channelExists", PublishError.channelExists(channel)),
      Entry("busy", PublishError.busy(attempts: 5)),
      Entry("badExport", PublishError.badExport("EXPORT", reason: "it has no records")),
      Entry("noRecords", PublishError.noRecords(app: "APP", found: ["OTHER"])),
      Entry("unusableRecords", PublishError.unusableRecords(findings: 2, canSkip: true)),
      Entry("notListed", PublishError.notListed(number: 3, attempts: 5)),
      Entry("expired", PublishError.expired(role: "ROLE", since: date)),
      Entry("otherApp", PublishError.otherApp(bundle: "BUNDLE", app: "OTHER", channel: channel)),
      Entry("otherApp", PublishError.otherApp(bundle: "BUNDLE", app: nil, channel: channel)),
      Entry(
        "otherWgt",
        PublishError.otherWgt(bundle: "BUNDLE", appID: "APPID", newest: "OTHER", number: 7)),
      Entry("unchangedKeys", PublishError.unchangedKeys(role: "online")),
      Entry("nothingNew", PublishError.nothingNew(number: 3)),
      Entry("nothingNew", PublishError.nothingNew(number: 3, differing: ["rollout", "notes"])),
      Entry("nothingNew", PublishError.nothingNew(number: 3, differing: ["notes"])),
      Entry("nothingNew", PublishError.nothingNew(number: 3, differing: ["paused"])),
      Entry("nothingNew", PublishError.nothingNew(number: 3, differing: ["rollout", "plan"])),
      Entry("nothingNew", PublishError.nothingNew(number: 3, promotedTo: channel)),
      Entry(
        "nothingNew",
        PublishError.nothingNew(number: 3, differing: ["rollout"], promotedTo: channel)),
      Entry(
        "nothingNew", PublishError.nothingNew(number: 3, differing: ["notes"], promotedTo: channel)),
      Entry(
        "nothingNew",
        PublishError.nothingNew(number: 3, differing: ["paused"], promotedTo: channel)),
      Entry(
        "notNewer", PublishError.notNewer(bundle: "BUNDLE", built: date, newest: date, number: 3)),
      Entry(
        "builtInFuture", PublishError.builtInFuture(bundle: "BUNDLE", built: date, now: date)),
      Entry("clockBehind", PublishError.clockBehind(signed: date, now: date)),
      Entry(
        "newestInFuture",
        PublishError.newestInFuture(bundle: "BUNDLE", built: date, newest: date, number: 3)),
      Entry("sameVersion", PublishError.sameVersion("VERSION", number: 3)),
      Entry(
        "sameLegacyVersion",
        PublishError.sameLegacyVersion("VERSION", "legacy/APP/VERSION.zip")),
      Entry("badNative", PublishError.badNative(.ios, "v1.2.0")),
      Entry("nativeLowered", PublishError.nativeLowered(.ios, bundle: "1.0.0", newest: "1.1.0")),
      Entry("noRelease", PublishError.noRelease(channel, 3)),
      Entry("notOffered", PublishError.notOffered(channel, 3)),
      Entry("removedRelease", PublishError.removedRelease(channel, 3)),
      Entry(
        "missingKeys",
        PublishError.missingKeys(
          role: "snapshot", found: 0, needed: 1, keyIDs: ["KEY ID"],
          given: [
            "\("--online 'FILE'" as String) is the key \("KEY ID" as String)",
            "\("--keys 'DIR'" as String) has other keys",
          ])),
      Entry("keyInUse", PublishError.keyInUse(keyID: "KEY ID", role: "online", newRole: "root")),
      Entry("lostTimestamp", PublishError.lostTimestamp("STORE")),
      Entry("incompleteStore", PublishError.incompleteStore("STORE")),
      Entry(
        "withdrawnKey",
        PublishError.withdrawnKey(
          file: "timestamp.json", role: "online", rootVersion: 1, isUnfinished: true)),
      Entry(
        "withdrawnKey",
        PublishError.withdrawnKey(
          file: "timestamp.json", role: "online", rootVersion: 1, isUnfinished: false)),
      Entry("noSnapshot", PublishError.noSnapshot("STORE")),
      Entry("otherRoot", PublishError.otherRoot("STORE", version: 1)),
      Entry(
        "tooManyLeftovers", PublishError.tooManyLeftovers(role: "snapshot", version: 1001)),
      Entry("otherKey", PublishError.otherKey(expected: "KEYID", found: "KEYID")),
      Entry("versionLimit", PublishError.versionLimit(role: "timestamp")),
      Entry("unfinishedRotation", PublishError.unfinishedRotation(role: "online")),
      Entry("noBrake", PublishError.noBrake),
      Entry("brakeExists", PublishError.brakeExists),
      Entry("notBraked", PublishError.notBraked(channel, 1)),
      Entry("noPlan", PublishError.noPlan(channel, 1)),
      Entry(
        "notAdvanced",
        PublishError.notAdvanced(channel, 1, reason: waitForTime)),
      Entry("planStopped", PublishError.planStopped(channel, 1, .failures(failures))),
      Entry("planCompleted", PublishError.planCompleted(channel, 1)),
      Entry("tooManyLimits", PublishError.tooManyLimits),
      Entry("lostChannel", PublishError.lostChannel(channel)),
      Entry("otherKind", PublishError.otherKind(channel, .bundle)),
      Entry("otherKind", PublishError.otherKind(channel, .routes)),
      Entry("noTesters", PublishError.noTesters(channel)),
      Entry("tooManyTesters", PublishError.tooManyTesters(10_001)),
      Entry("alreadyRolledBack", PublishError.alreadyRolledBack(number: 3, to: 1)),
      Entry("lostWrite", PublishError.lostWrite(location: "STORE", reason: "REASON")),
      Entry("noEarlierRelease", PublishError.noEarlierRelease(channel)),
      Entry("notEarlier", PublishError.notEarlier(channel, 3)),
      Entry(
        "damagedList",
        PublishError.damagedList("legacy/APP/index.json", reason: "its version is unknown")),
      Entry(
        "damagedMetadata",
        PublishError.damagedMetadata("the store does not have \("'7.snapshot.json'" as String)")
      ),
      Entry("alreadyRolledBack", PublishError.alreadyRolledBack(number: 4, to: 2)),
      Entry("lostWrite", PublishError.lostWrite(location: "STORE", reason: "REASON")),
      Entry(
        "damagedObject",
        PublishError.damagedObject("OBJECT", expected: "the file that metadata names")),
      Entry("lostHistory", PublishError.lostHistory(channel, object: "OBJECT")),
      Entry("notVisible", PublishError.notVisible(location: "STORE", reason: "REASON")),
    ]
  }()
}
