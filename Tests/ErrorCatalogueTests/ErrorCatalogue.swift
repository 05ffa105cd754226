import ErosCore
import ErosRegistry
import ErosTestSupport
import Foundation
import SystemPackage

@testable import ErosBundle
@testable import ErosCommands
@testable import ErosConfig
@testable import ErosCrypto
@testable import ErosDelta
@testable import ErosFiles
@testable import ErosRoutes
@testable import ErosSandbox
@testable import ErosVersions

/// One error of each kind that the project has, with words in capitals for what it is about.
enum ErrorCatalogue {
  /// The errors of one type.
  struct Section: Sendable {
    let title: String
    /// Where the type is, from the project's folder; `nil` when no list of cases is in it.
    let source: String?
    let entries: [Entry]
  }

  struct Entry: Sendable {
    /// The case, or what the error is about where there are no cases.
    let name: String
    let error: any ErosError

    init(_ name: String, _ error: any ErosError) {
      self.name = name
      self.error = error
    }
  }

  static let sections: [Section] = [
    Section(
      title: "Commands", source: "Sources/ErosCommands/CommandError.swift", entries: commands),
    Section(title: "Files", source: nil, entries: files),
    Section(title: "JSON", source: "Sources/ErosCore/JSON/JSONError.swift", entries: json),
    Section(
      title: "Configurations", source: "Sources/ErosConfig/ConfigError.swift",
      entries: configurations),
    Section(
      title: "Configurations as apps ship them",
      source: "Sources/ErosCrypto/ShippedConfigError.swift", entries: shippedConfigurations),
    Section(title: "Packing", source: "Sources/ErosBundle/Pack/PackError.swift", entries: packing),
    Section(title: "What is packed", source: nil, entries: sources),
    Section(
      title: "Updates", source: "Sources/ErosDelta/DeltaError.swift", entries: updates),
    Section(
      title: "Sandboxes", source: "Sources/ErosSandbox/SandboxError.swift", entries: sandboxes),
    Section(
      title: "Sandboxes of routes", source: "Sources/ErosRoutes/Sandbox/RouteSandboxError.swift",
      entries: routeSandboxes),
    Section(
      title: "Building routes", source: "Sources/ErosRoutes/Build/RouteBuildError.swift",
      entries: routeBuilding),
    Section(
      title: "Route maps", source: "Sources/ErosRoutes/Map/RouteMapError.swift",
      entries: routeMaps),
    Section(
      title: "Registration", source: "Sources/ErosRegistry/RegistryError.swift",
      entries: registration),
    Section(
      title: "Checking a project", source: "Sources/ErosVersions/Check/CheckError.swift",
      entries: checks),
    Section(
      title: "Raising versions", source: "Sources/ErosVersions/Bump/VersionBump.swift",
      entries: bumps),
    Section(
      title: "Files of native projects",
      source: "Sources/ErosVersions/Places/VersionFileError.swift",
      entries: versionFiles),
    Section(title: "Folders of native projects", source: nil, entries: nativeFolders),
    Section(title: "Git", source: "Sources/ErosVersions/Git/GitError.swift", entries: git),
    Section(title: "Libraries", source: nil, entries: libraries),
  ]

  /// An error of a kind of text, at its start.
  private static func text(_ name: String, _ kind: some TextErrorKind) -> Entry {
    Entry(name, TextError(file: "FILE", position: .start, kind: kind))
  }
}

extension ErrorCatalogue {
  private static let commands: [Entry] = [
    Entry("noConfig", CommandError.noConfig(tried: ["eros.native.json"])),
    Entry("noOutput", CommandError.noOutput(config: "FILE")),
    Entry("noZipFolder", CommandError.noZipFolder(platform: "ios", config: "FILE")),
    Entry("badZipFolder", CommandError.badZipFolder("DIR", platform: "ios", config: "FILE")),
    Entry("outputInsideSource", CommandError.outputInsideSource(output: "DIR", source: "SOURCE")),
    Entry("outputIsInput", CommandError.outputIsInput(output: "FILE")),
    Entry("notUTF8", CommandError.notUTF8("WORD")),
    Entry("pagesMissing", CommandError.pagesMissing(["PAGE", "OTHER"], source: "DIR")),
    Entry("noSuchRelease", CommandError.noSuchRelease("NAME", known: ["NAME", "NAME"])),
    Entry("noBundles", CommandError.noBundles(folder: "DIR")),
    Entry("notPacked", CommandError.notPacked(folder: "DIR")),
    Entry("samePatch", CommandError.samePatch("BUNDLE", "OTHER", name: "PATCH")),
    Entry("staleToken", CommandError.staleToken(sandbox: "DIR")),
    Entry("noRoutes", CommandError.noRoutes(config: "FILE")),
    Entry("descriptionExists", CommandError.descriptionExists("FILE")),
    Entry(
      "badEnvironment", CommandError.badEnvironment(name: "SOURCE_DATE_EPOCH", value: "WORD")),
  ]

  /// A sample of each answer that has words or a status of its own.
  private static let files: [Entry] = [
    file("nothing is there", .read, .noSuchFileOrDirectory),
    file("a folder is not there", .list, .noSuchFileOrDirectory),
    file("a part of the path is a file", .read, .notDirectory),
    file("a file where a folder is due", .list, .notDirectory),
    file("a folder where a file is due", .read, .isDirectory),
    file("a pipe or a device", .read, .notSupported),
    file("a file that is too large", .read, .fileTooLarge),
    file("it may not be read", .read, .permissionDenied),
    file("it may not be written", .create, .permissionDenied),
    file("the folder for an output is not there", .create, .noSuchFileOrDirectory),
    file("an output would go below a file", .create, .notDirectory),
    file("an output is a folder", .create, .isDirectory),
    file("an output is a pipe or a device", .create, .notSupported),
    file("an output cannot get its name", .rename, .directoryNotEmpty),
    file("an output folder has something in it", .create, .directoryNotEmpty),
    file("the place is read-only", .create, .readOnlyFileSystem),
    file("the disk is full", .write, .noSpace),
    file("the user's share of the disk is full", .write, .diskQuotaExceeded),
    file("the disk fails", .sync, .ioError),
    file("something cannot be removed", .remove, .resourceBusy),
    file("too many open files", .read, .tooManyOpenFiles),
    file("another process is at work", .lock, .wouldBlock),
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
    text("unexpected", JSONErrorKind.unexpected(found: "WORD", expected: "WORD")),
    text("truncated", JSONErrorKind.truncated(expected: "WORD")),
    text("trailing", JSONErrorKind.trailing(found: "WORD")),
    text("duplicateKey", JSONErrorKind.duplicateKey("KEY", firstLine: 1)),
    text("controlCharacter", JSONErrorKind.controlCharacter(9)),
    text("invalidEscape", JSONErrorKind.invalidEscape),
    text("loneSurrogate", JSONErrorKind.loneSurrogate),
    text("invalidNumber", JSONErrorKind.invalidNumber(reason: "REASON")),
    text("notALiteral", JSONErrorKind.notALiteral(found: "WORD")),
    text("tooDeep", JSONErrorKind.tooDeep(limit: 100)),
    text("tooLong", JSONErrorKind.tooLong(limit: 1000)),
    text("tooManyValues", JSONErrorKind.tooManyValues(limit: 1000)),
  ]

  private static let configurations: [Entry] = [
    text("notAnObject", ConfigErrorKind.notAnObject(found: "WORD")),
    text("missing", ConfigErrorKind.missing(key: "KEY")),
    text("empty", ConfigErrorKind.empty(key: "KEY")),
    text("notEncrypted", ConfigErrorKind.notEncrypted),
    text("wrongType", ConfigErrorKind.wrongType(key: "KEY", expected: "WORD", found: "WORD")),
    text("notPrintable", ConfigErrorKind.notPrintable(key: "KEY")),
  ]

  private static let shippedConfigurations: [Entry] = [
    text("notAString", ShippedConfigErrorKind.notAString(found: "WORD")),
    text("notBase64", ShippedConfigErrorKind.notBase64),
    text("wrongLength", ShippedConfigErrorKind.wrongLength(17)),
    text("wrongPadding", ShippedConfigErrorKind.wrongPadding),
  ]
}

extension ErrorCatalogue {
  private static let report = VerificationReport(
    verdict: .unsafe, manifest: nil, manifestBytes: nil, files: [], folders: [], treeHash: nil,
    bytes: 0, findings: [Finding(BundleFindingCode.notAZip, "REASON")])

  private static let packing: [Entry] = [
    Entry("changed", PackError.changed("FILE")),
    Entry("noThread", PackError.noThread),
  ]

  private static let sources: [Entry] = [
    source("there is no file", .empty),
    source("a name that no bundle can have", .name(.backslash)),
    source("two names that are one on some systems", .clash(with: "OTHER")),
    source("the manifest's name", .reserved),
    source("a name that is not UTF-8", .obstacle(.nameNotUTF8)),
    source("a symlink", .obstacle(.symlink)),
    source("a symlink that leads out", .obstacle(.symlinkOutside)),
    source("a symlink to nothing", .obstacle(.symlinkBroken)),
    source("a symlink to a folder around it", .obstacle(.symlinkLoop)),
    source("a device, a pipe or a socket", .obstacle(.special)),
    source("folders that are nested too deeply", .obstacle(.tooDeep)),
    source(
      "something that may not be read",
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
    Entry("laterVersion", DeltaError.laterVersion(patch: "PATCH", version: 2)),
    Entry("wrongBase", DeltaError.wrongBase(patch: "PATCH", expected: "RELEASE", found: "RELEASE")),
    Entry("changed", DeltaError.changed("FILE")),
    Entry("notARelease", DeltaError.notARelease(folder: "DIR", "FILE")),
    Entry("withoutZip", DeltaError.withoutZip(patch: "PATCH")),
    Entry("needsZip", DeltaError.needsZip(patch: "PATCH", folder: "DIR")),
    Entry("notVerified", DeltaError.notVerified(bundle: "BUNDLE", "REASON", remedy: nil)),
    Entry("badResult", DeltaError.badResult(patch: "PATCH", "REASON")),
    Entry("library", DeltaError.library("REASON")),
  ]

  private static let tree = TreeHash(bytes: .zero)

  private static let sandboxes: [Entry] = [
    Entry("busy", SandboxError.busy(path: "DIR")),
    Entry("empty", SandboxError.empty(path: "DIR")),
    Entry("notVerified", SandboxError.notVerified(bundle: "BUNDLE", config: nil, report)),
    Entry(
      "blocked",
      SandboxError.blocked(
        bundle: "BUNDLE", .init(release: tree, reason: .unconfirmed, count: 2))),
    Entry("laterVersion", SandboxError.laterVersion(path: "DIR")),
    Entry("pathOccupied", SandboxError.pathOccupied("FILE")),
    Entry("cannotRollBack", SandboxError.cannotRollBack(path: "DIR", .noRollbackTarget)),
    Entry("baseMissing", SandboxError.baseMissing(path: "DIR", tree)),
    Entry("damaged", SandboxError.damaged(path: "DIR", tree)),
  ]

  private static let routeSandboxes: [Entry] = [
    Entry("busy", RouteSandboxError.busy(path: "DIR")),
    Entry("empty", RouteSandboxError.empty(path: "DIR")),
    Entry("inTheWay", RouteSandboxError.inTheWay("FILE")),
    Entry("noMap", RouteSandboxError.noMap(folder: "DIR")),
    Entry("pagesMissing", RouteSandboxError.pagesMissing(folder: "DIR", ["PAGE"])),
  ]

  private static let routeBuilding: [Entry] = [
    Entry(
      "refused",
      RouteBuildError.refused(
        source: "DIR", [RouteProblem(.pageName, "PAGE", "REASON")]))
  ]

  private static let routeMaps: [Entry] = [
    text(
      "wrongType", RouteMapErrorKind.wrongType(what: "WORD", expected: "WORD", found: "WORD")),
    text("missing", RouteMapErrorKind.missing(key: "KEY")),
    text("empty", RouteMapErrorKind.empty(key: "KEY")),
    text("noRoutes", RouteMapErrorKind.noRoutes),
  ]
}

extension ErrorCatalogue {
  private static let registration: [Entry] = [
    Entry("malformedLock", RegistryError.malformedLock(file: "FILE", line: 1)),
    Entry("badTemplate", RegistryError.badTemplate(name: "NAME", reason: "REASON")),
    Entry("unknownTemplate", RegistryError.unknownTemplate(name: "NAME", known: ["NAME"])),
    Entry("outputIsInput", RegistryError.outputIsInput("FILE")),
    Entry(
      "unknownEntry", RegistryError.unknownEntry(kind: .module, name: "NAME", known: ["NAME"])),
    Entry(
      "notOnPlatform", RegistryError.notOnPlatform(kind: .module, name: "NAME", platform: .ios)),
    Entry("noSkeletonPlace", RegistryError.noSkeletonPlace(.ios)),
    Entry("placeOutside", RegistryError.placeOutside("DIR")),
    Entry("leadsOutside", RegistryError.leadsOutside("FILE")),
    Entry("isFolder", RegistryError.isFolder("FILE")),
    Entry("innerClass", RegistryError.innerClass("CLASS")),
    Entry("missingSetting", RegistryError.missingSetting("KEY")),
    Entry("wouldReplace", RegistryError.wouldReplace(["FILE"])),
    Entry("badAppName", RegistryError.badAppName("NAME")),
    Entry("projectExists", RegistryError.projectExists(folder: "DIR", files: ["FILE"])),
  ]

  private static let checks: [Entry] = [
    Entry("nothingToCompareWith", CheckError.nothingToCompareWith("DIR")),
    Entry("unsoundBundle", CheckError.unsoundBundle("BUNDLE", "REASON")),
    Entry("noSource", CheckError.noSource("DIR", "REASON")),
  ]

  private static let place = VersionPlace(
    .android, .gradle, file: "FILE", key: "versionName", .computed("REASON"), position: .start)

  private static let bumps: [Entry] = [
    Entry("notWritable", VersionBumpError.notWritable(place)),
    Entry("nothingToStartFrom", VersionBumpError.nothingToStartFrom(.android, place: place)),
    Entry(
      "unfinished",
      VersionBumpError.unfinished(step: "STEP", [.ios: "VERSION", .android: "VERSION"])),
  ]

  private static let versionFiles: [Entry] = [
    text("unexpected", VersionFileErrorKind.unexpected(found: "WORD", expected: "WORD")),
    text("cutShort", VersionFileErrorKind.cutShort(expected: "WORD")),
    text("notUTF8", VersionFileErrorKind.notUTF8),
    text("conflict", VersionFileErrorKind.conflict),
    text("tooMany", VersionFileErrorKind.tooMany("THINGS", limit: 100)),
    text("ownDeclarations", VersionFileErrorKind.ownDeclarations),
    text("unknownEntity", VersionFileErrorKind.unknownEntity("NAME")),
    text("duplicateKey", VersionFileErrorKind.duplicateKey("KEY")),
    text("tooDeep", VersionFileErrorKind.tooDeep(limit: 100)),
    text("damagedBinary", VersionFileErrorKind.damagedBinary(byte: 1, reason: "REASON")),
    text("noRoom", VersionFileErrorKind.noRoom(reason: "REASON")),
    text("wrongKind", VersionFileErrorKind.wrongKind(found: "WORD", expected: "WORD")),
  ]

  private static let nativeFolders: [Entry] = [
    Entry(
      "A symlink leads to what it is in", NativeFolderError(path: "LINK", reason: .holdsItself)),
    Entry("Too many folders inside each other", NativeFolderError(path: "DIR", reason: .tooDeep)),
    Entry("A name is not UTF-8", NativeFolderError(path: "PATH", reason: .nameNotUTF8)),
    Entry("A file that is none", NativeFolderError(path: "PATH", reason: .special)),
  ]

  private static let git: [Entry] = [
    Entry("notInstalled", GitError.notInstalled),
    Entry("notARepository", GitError.notARepository("DIR")),
    Entry("noSuchCommit", GitError.noSuchCommit("REF", isShallow: false)),
    Entry("noSuchCommit", GitError.noSuchCommit("REF", isShallow: true)),
    Entry("noCommonCommit", GitError.noCommonCommit("REF")),
    Entry("noSubmoduleCommit", GitError.noSubmoduleCommit(folder: "DIR", commit: "COMMIT")),
    Entry("noConfig", GitError.noConfig(base: "REF", tried: ["eros.native.json"])),
    Entry("failed", GitError.failed(command: "COMMAND", words: "REASON")),
    Entry("failed", GitError.failed(command: "COMMAND", words: "REASON\nsafe.directory")),
  ]

  private static let libraries: [Entry] = [
    Entry("libzip cannot write", ZipError(archive: "FILE", reason: "REASON")),
    Entry("OpenSSL fails", CryptoError(reasons: ["REASON"])),
    Entry("a zip that is not shown", UnsafeBundleError(bundle: "BUNDLE", report)),
    Entry(
      "a command that is not there",
      UsageError("`eros` has no command 'WORD'", "did you mean `eros COMMAND`?")),
    Entry(
      "a command line that is wrong",
      UsageError("the value 'WORD' is invalid for '--OPTION <NAME>'", "choose 'WORD' or 'WORD'")),
  ]
}
