import ErosBundle
import ErosRegistry
import ErosTransport
import Foundation
import SystemPackage
import Testing

@testable import ErosCommands
@testable import ErosConfig
@testable import ErosCore
@testable import ErosCrypto
@testable import ErosDevice
@testable import ErosFiles
@testable import ErosPack
@testable import ErosProcess
@testable import ErosPublish
@testable import ErosRehearsal
@testable import ErosStore
@testable import ErosSyntax
@testable import ErosTrust
@testable import ErosVersions

private let name = "NAME"
private let folder = "DIR"
private let keysOption = "--keys 'DIR'"
private let onlineOption = "--online 'FILE'"

extension ErrorCatalog {
  /// Errors of the catalog with other values, and therefore with other messages.
  static var variants: [any ErosError] {
    [
      commandVariants, versionVariants, decisionVariants, fileVariants, documentVariants,
      syntaxVariants, generatorVariants, globalVariants, bundleVariants, sandboxVariants,
      keyVariants, trustVariants, publicationVariants, updateVariants,
    ].flatMap(\.self)
  }

  private static let commandVariants: [any ErosError] = [
    CommandError.notUTF8("DIR/VALUE"), CommandError.pagesMissing(["PAGE"], source: "DIR"),
    CommandError.pagesMissing(
      [
        "\("FILE:3:15"): \("the page '\(name)' ('\(folder)')" as Message)",
        "\("FILE:4:17"): \("the page '\(name)' ('\(folder)')" as Message)",
      ], source: "DIR"),
    CommandError.noSuchRelease("NAME", known: []),
    CommandError.badTesters("FILE", reason: "line \(3) is not an identifier"),
    CommandError.badTesters("FILE", reason: "line \(3) is not UTF-8"),
    CommandError.badTesters("FILE", reason: "it is encoded as UTF-16 or UTF-32, not UTF-8"),
    CommandError.badTesters("FILE", reason: "it has \(3) identifiers"),
    CommandError.badNotes("FILE", reason: "the value of '\(name)' is not a text"),
    CommandError.badNotes(
      "FILE", reason: "'\(name)' is not a language tag such as 'en' or 'zh-Hans'"),
    CommandError.notRoot("FILE", option: "--root", reason: "it is a key"),
    CommandError.notBlocked("NAME", sandbox: "DIR", blocked: []),
    ProjectError.notFound(from: ".", to: "."), ProjectError.notFound(from: "DIR", to: "DIR"),
    ProjectError.notFound(from: "DIR", to: "FOLDER"),
    GeneratorError.unknownEntry(kind: .component, name: "NAME", known: []),
    GeneratorError.notOnPlatform(kind: .widget, name: "NAME", platform: .android),
    GeneratorError.notOnPlatform(kind: .embedView, name: "NAME", platform: .ios),
    GeneratorError.wouldReplace(["FILE", "FILE"]),
    GeneratorError.unusableTable(
      "FILE", reason: "'id' is '\(name)', but the plugin's folder is named '\(folder)'",
      remedy: "give both the same name"),
    GeneratorError.unusableTable(
      "FILE", reason: "'id' must be a string, not \("a number")",
      remedy: "write `\"id\": \"\(folder)\"`"),
    GeneratorError.unusableTable(
      "FILE", reason: "the file does not exist", remedy: "correct 'generate.ios.infoPlist'"),
    GeneratorError.unusableTable(
      "FILE", reason: "the property list is not XML",
      remedy: "convert it with `plutil -convert xml1`"),
    GeneratorError.unusableTable(
      "FILE", reason: "'\("KEY")' must be an object, not \("a string")",
      remedy: "correct the file; only its lists 'plugins' are generated"),
    GeneratorError.unusableTable(
      "FILE", reason: "'\("KEY")' must be an array, not \("a string")",
      remedy: "correct the file; only its lists 'plugins' are generated"),
    GeneratorError.unusableTable(
      "FILE", reason: "the document must be an object, not \("an array")",
      remedy: "correct the file; only its lists 'plugins' are generated"),
    RehearsalError.pagesFail(bundle: "BUNDLE", findings: [pageFinding]),
    VersionBumpError.unfinished(step: "STEP", [.ios: "VERSION"]),
    VersionBumpError.nothingToStartFrom(.ios, location: nil),
  ]

  /// Errors about the locations of versions.
  private static let versionVariants: [any ErosError] = [
    (VersionLocation.Kind.config, VersionLocation.Content.missing), (.infoPlist, .binary),
    (.config, .text("VALUE")), (.gradle, .text("v1.2.0")),
    (.gradle, .computed("'\(name)' is not defined")),
  ].flatMap { kind, content -> [any ErosError] in
    let location = VersionLocation(
      platform: .ios, kind: kind, file: "FILE", key: "version", content: content, position: .start)
    return [
      VersionBumpError.notWritable(location),
      VersionBumpError.nothingToStartFrom(.ios, location: location),
    ]
  }

  /// The errors of documents that are not the decisions of a device.
  private static var decisionVariants: [any ErosError] {
    let state = String(decoding: JSONWriter.write(SandboxState().json), as: UTF8.self)
    let version = #""version": \#(DecisionRecord.version)"#
    let start = "\(version), \"state\": \(state), \"created\": \"2026-11-23T08:00:00Z\""
    let decision = #""event": "launch", "outcome": "failed", "time": "2026-11-23T08:00:00Z""#
    let skipped = Array(repeating: #"{"number": 1, "reason": "failed"}"#, count: 1000)
    let decisions = [
      "1", #"{"event": "x"}"#, #"{"event": "launch", "outcome": "x"}"#,
      "{\(decision), \"release\": \"x\"}", "{\(decision), \"requires\": \"x\"}",
      "{\(decision), \"detail\": 5}", "{\(decision), \"status\": 1000}",
      "{\(decision), \"skipped\": [\(skipped.joined(separator: ", "))]}",
    ].map { "\(start), \"decisions\": [\($0)]" }
    let channels = ["1", "{}", #"{"releases": {"x": 1}}"#].map {
      "\(start), \"decisions\": [], \"channels\": {\"a/b\": \($0)}"
    }
    let many = Array(repeating: "1", count: 100).joined(separator: ", ")
    let documents =
      [
        "", #""version": true"#, #""version": 0"#, "\(version), \"decisions\": [\(many)]",
        "\(version), \"decisions\": []", "\(version), \"decisions\": [], \"state\": 5",
        "\(version), \"decisions\": [], \"state\": \(state), \"created\": \"x\"",
        "\(start), \"decisions\": [], \"stateFailure\": 5",
        "\(start), \"decisions\": [], \"trust\": 5",
      ] + decisions + channels
    return (documents.map { "{\($0)}" } + ["[]", "{\"version\" 1}"]).compactMap {
      text -> (any ErosError)? in
      do throws(DecisionRecordError) {
        _ = try DecisionRecord(Array(text.utf8), file: "FILE")
        Issue.record("not refused: \(text)")
        return nil
      } catch {
        return error
      }
    }
  }

  private static let fileVariants: [any ErosError] = [
    FileError(.protect, "NAME", .notPermitted), FileError(.create, "FILE", .fileExists),
    FileError(.create, "FILE", .fileNameTooLong),
    FileError(.read, "FILE", .tooManySymbolicLinkLevels),
    FileError(.read, "FILE", .tooManyOpenFilesInSystem),
    FileError(.read, "/DIR/FILE", .noSuchFileOrDirectory),
  ]

  private static let documentVariants: [any ErosError] = [
    "a boolean", "a number", "a string", "an array", "an object",
  ].map { kind in
    TextError(
      file: "FILE", position: .start,
      kind: JSONErrorKind.unexpected(found: kind, expected: "'TOKEN'"))
  }

  private static let generatorVariants: [any ErosError] = [
    GeneratorError.noSkeletonFolder([.ios, .android])
  ]

  private static let syntaxVariants: [any ErosError] = [
    "attributes", "configurations", "bytes in \("a name")", "bytes in \("a text")",
  ].map { kind in
    TextError(file: "FILE", position: .start, kind: SyntaxErrorKind.tooMany(kind, limit: 100))
  }

  private static let globalReasons: [Message] = [
    "'\(name)' is not a name in JavaScript", "'\(name)' is a part of JavaScript",
    "every page already has '\(name)'",
  ]

  private static let globalVariants: [any ErosError] = globalReasons.map { reason in
    TextError(
      file: "FILE", position: .start,
      kind: ConfigErrorKind.invalidGlobal("'\("rehearsal.globals")': \(reason)"))
  }

  private static let bundleVariants: [any ErosError] = [
    BundleSourceError(
      root: "DIR", problems: [.init("FILE", .reserved), .init("OTHER", .obstacle(.special))]),
    BundleSourceError(
      root: "DIR", problems: [.init("NUL", .notPortable(.deviceName("NUL")))]),
    BundleSourceError(
      root: "DIR", problems: [.init("DIR/NUL", .notPortable(.deviceName("NUL")))]),
  ]

  private static var sandboxVariants: [any ErosError] {
    let tree = TreeHash(bytes: .zero)
    let blocked = [
      SandboxState.Blocked(release: tree, reason: .unconfirmed, count: 1),
      SandboxState.Blocked(release: tree, reason: .rolledBack, count: 1),
      SandboxState.Blocked(release: tree, reason: .rolledBack, count: 2),
    ]
    return blocked.map { SandboxError.blocked(bundle: "BUNDLE", $0) } + [
      SandboxError.writableByOthers(path: "DIR", item: "FILE", permissions: 0o666),
      SandboxError.cannotRollBack(path: "DIR", .notKnownGood(tree)),
      SandboxError.cannotRollBack(path: "DIR", .notEmbedded),
      SandboxError.cannotRollBack(path: "DIR", .noRollbackTarget(withdrawn: tree)),
    ]
  }

  private static let keyVariants: [any ErosError] =
    [
      .tooLarge, .trailingData, .notEd25519, .otherAlgorithm, .modulusSize(1024), .exponent,
      .otherEncryption, .otherType("CERTIFICATE REQUEST"), .otherType("RSA PUBLIC KEY"),
      .otherType("EC PRIVATE KEY"),
    ].map { (error: KeyDocumentError) in KeyError.invalidKey(.file("FILE"), error) }
    + [
      KeyError.notPassphrase(.empty, variable: KeyPassphrase.variable),
      KeyError.notPassphrase(.tooLong, variable: KeyPassphrase.variable),
      KeyError.notPassphrase(.controlCharacter, variable: KeyPassphrase.variable),
      KeyError.signerTimedOut("COMMAND", seconds: 60, output: ""),
      KeyError.signerExcessOutput("COMMAND", limit: 1000),
    ]

  private static let trustVariants: [any ErosError] = [
    TrustError.notSigned(file: "FILE", found: 2, threshold: 3),
    TrustError.fastForward(file: "FILE", version: 4, namedBy: "OTHER"),
    TrustError.versionMismatch(file: "FILE", expected: 3, found: 2, namedBy: nil),
  ]

  private static let publicationVariants: [any ErosError] =
    [
      PublishError.missingKeys(role: "root", found: 2, needed: 3, keyIDs: []),
      PublishError.missingKeys(role: "snapshot", found: 0, needed: 1, keyIDs: ["KEY ID"]),
      PublishError.missingKeys(
        role: "ROLE", found: 1, needed: 2, keyIDs: ["KEY ID"],
        given: ["\(keysOption) has other keys"]),
      PublishError.missingKeys(
        role: "ROLE", found: 2, needed: 3, keyIDs: ["KEY ID"],
        given: ["\(keysOption) has other keys"]),
      PublishError.missingKeys(
        role: "ROLE", found: 0, needed: 1, keyIDs: ["KEY ID"],
        given: [
          "\(onlineOption) is the key \("KEY ID" as String)", "\(keysOption) has other keys",
        ],
        others: [.init(role: "snapshot", keyIDs: ["KEY ID 2"])]),
      PublishError.missingKeys(
        role: "ROLE", found: 0, needed: 1, keyIDs: ["KEY ID"],
        others: [.init(role: "snapshot", keyIDs: ["KEY ID 2"])]),
      PublishError.unusableRecords(findings: 1, canSkip: false), PublishError.busy(attempts: 1),
      PublishError.noRecords(app: "APP", found: []),
      PublishError.expired(role: "timestamp", since: Timestamp(milliseconds: 0)),
      PublishError.notNewer(
        bundle: "BUNDLE", built: Timestamp(milliseconds: 0), newest: Timestamp(milliseconds: 0),
        number: 3, published: 1),
      PublishError.withdrawnKey(
        file: "FILE", role: "ROLE", rootVersion: 1, isUnfinished: nil),
    ]
    + [
      "the file that metadata names", "the file with the digest in its name",
      "a file of at most 4 GiB", "a SHA-256 digest", "the path of a file",
    ].map { PublishError.damagedObject("OBJECT", expected: $0) }
    + notAdvanced

  /// A plan with two steps, for the reasons why the next one does not begin.
  private static let plan = RolloutPlan([
    .init(rollout: 100, time: 3_600_000, trials: 200), .init(rollout: 10_000),
  ])

  /// The reason why the next step of a rollout plan does not begin before its time.
  static let waitForTime = plan?.reasonToWait(at: RolloutProgress(), now: 0) ?? "REASON"

  /// The reason why a rollout plan must be stopped.
  static let failures = reason(after: ReportTrials(failed: 500))

  private static func reason(after trials: ReportTrials) -> Message {
    plan?.reasonToWait(at: RolloutProgress(time: 3_600_000, trials: trials), now: 3_600_000)
      ?? "REASON"
  }

  private static var notAdvanced: [any ErosError] {
    guard let channel = try? ChannelName("APP/CHANNEL") else { return [] }
    let reasons = [ReportTrials(confirmed: 1), ReportTrials(confirmed: 230, failed: 20)]
      .map { reason(after: $0) }
    return reasons.map { PublishError.notAdvanced(channel, 1, reason: $0) } + [
      PublishError.planStopped(channel, 1, .pause), PublishError.planStopped(channel, 1, .limit),
    ]
  }

  private static let updateVariants: [any ErosError] =
    ([
      "a step reads beyond the end of the old file",
      "a step seeks beyond the end of the old file",
    ] as [Message]).map {
      DeltaError.wrongOldFile(patch: "PATCH", $0)
    }
    + [TransportError.cannotConnect(origin: "https://HOST", reason: "Connection refused")]
}
