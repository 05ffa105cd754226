import ArgumentParser
import ErosBundle
import ErosCommandLine
import ErosConfig
import ErosCore
import ErosFiles
import ErosPack
import ErosPublish
import ErosSourceMaps
import ErosStore
import ErosTrust

struct SymbolicateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "symbolicate",
    abstract: "Map the stack of an error to the sources of a release",
    discussion: """
      Reads a stack of JavaScriptCore, V8 or Hermes, and replaces each frame of a script by its source, line, \
      column and name. Other lines stay as they are. The source maps are those that `eros publish \
      --source-maps` has kept for the release:

        $ eros symbolicate stack.txt --release 12

      --tree names the release by its tree hash, of which the first six digits suffice. The reports of \
      devices have it. --bundle names it by its zip:

        $ eros symbolicate stack.txt --tree 8a3ceabe7b27 --map-archive maps

      With --source-maps, uses the source maps of a build. They must belong to the bundle, by default \
      build/bundle.zip of the project:

        $ eros symbolicate stack.txt --source-maps dist

      A script is found by the longest path of the release that ends its URL in the stack.

      Standard error has the number of mapped frames, why the others are not mapped, and the hash of the \
      stack. Devices report this hash for failed trials. Exits with 1 if no frame is mapped.
      """)

  @Argument(help: "The file with the stack, or '-' (default: standard input).", completion: .file())
  var stack: String?

  @Option(
    name: .customLong("release"), help: "The number of the release.", completion: .releaseNumber)
  var number: Int64?

  @Option(help: "The tree hash of the release, or at least its first six digits.")
  var tree: String?

  @Option(
    help:
      "The bundle of the release, or its folder (default: build/bundle.zip in the project's folder).",
    completion: .bundle)
  var bundle: String?

  @OptionGroup var maps: SourceMapOptions

  @Option(help: "The number of lines that the app adds before each script.")
  var lineOffset = 0

  @Option(
    help:
      "The script of frames that name none, such as those of Hermes (default: the only script of the release)."
  )
  var script: String?

  @OptionGroup var options: ReleaseReaderOptions

  func validate() throws {
    let names = [tree, bundle, number.map { "\($0)" }].compactMap(\.self)
    guard names.count <= 1 else {
      throw ValidationError("pass only one of --release, --tree and --bundle")
    }
    guard maps.sourceMaps == nil || tree == nil && number == nil else {
      throw ValidationError(
        "--source-maps needs a bundle, because --release and --tree use the archive")
    }
    guard maps.sourceMaps == nil || maps.mapArchive == nil else {
      throw ValidationError("--source-maps and --map-archive cannot be combined")
    }
    guard (0...Int(Int32.max)).contains(lineOffset) else {
      throw ValidationError("--line-offset must be from 0 to \(Int32.max)")
    }
  }

  func run() throws {
    let stack = try stackText()
    let result = try symbolicator().symbolicate(stack)
    options.output.log(result.findings)
    try SymbolicationReport(result).print(as: options.output)
    if !options.output.json {
      let count = result.frames.count
      let frames: Message = count == 1 ? "1 frame" : "\(count) frames"
      options.output.note("mapped \(result.mappedCount) of \(frames)")
      if let hash = result.stackHash { options.output.note("the hash of the stack is \(hash)") }
    }
    if result.mappedCount == 0 { try ErosCore.ExitStatus.checkFailed.exit() }
  }

  private func stackText() throws -> String {
    let limit = Symbolicator.maximumLength
    guard let stack, stack != BundleArgument.standardInput else {
      guard !StandardStream.isInputTerminal else {
        throw UsageError(
          "standard input is a terminal", "pipe a stack into the command, or pass its file")
      }
      let input = try ReadableFile.ofStandardInput(limit: UInt64(limit))
      return String(decoding: try input.read(at: 0, count: limit), as: UTF8.self)
    }
    return String(decoding: try readWholeFile(stack, limit: limit), as: UTF8.self)
  }

  // MARK: - Source maps

  private func symbolicator() throws -> Symbolicator {
    guard tree == nil, number == nil else {
      let (release, tree, number) = try keptRelease()
      return try symbolicator(of: release, tree, number: number)
    }
    let bundle = OpenedBundle(
      try ReadableFile(bundlePath()), by: VerifyOptions.defaultVerifier)
    if let path = maps.sourceMaps {
      let (scripts, folder) = (try BundleScripts(bundle), try SourceMapFolder(path))
      return try Symbolicator(
        scripts: scripts.paths, lineOffset: lineOffset, script: unnamed(among: scripts.paths)
      ) { script in
        guard let text = try scripts.text(of: script) else {
          return .unusable(Symbolicator.unreadable(script))
        }
        return try folder.read(text, script)
      }
    }
    let archive = try maps.archive(options.selection.project.defaults)
    let report = try bundle.report()
    guard let tree = report.treeHash else {
      throw UnsafeBundleError(bundle: bundle.zip.path, report)
    }
    return try symbolicator(of: try archive.requiredRelease(tree), tree)
  }

  private func symbolicator(
    of release: SourceMapArchive.Release, _ tree: TreeHash, number: Int64? = nil
  ) throws -> Symbolicator {
    let tree = tree.description.prefix(12)
    if !options.output.json {
      if let number {
        options.output.note("using the source maps of release \(number) (tree \(tree))")
      } else {
        options.output.note("using the source maps of the tree \(tree)")
      }
    }
    return try Symbolicator(
      scripts: release.scripts, lineOffset: lineOffset, script: unnamed(among: release.scripts),
      sourceMap: release.read)
  }

  /// Returns the script that `--script` names, by its path or the end of its path.
  private func unnamed(among scripts: some Sequence<BundlePath>) throws -> BundlePath? {
    guard let script else { return nil }
    switch ScriptPaths(scripts).match(script) {
    case .script(let path): return path
    case .unknown:
      throw UsageError(
        "--script: the release does not have the script '\(script.escapedForDisplay)'",
        "write the path of a script in the bundle, such as pages/home/index.js")
    case .ambiguous(let paths):
      throw UsageError(
        "--script: the release has \(paths.count) scripts that end with '\(script.escapedForDisplay)'",
        "write the whole path, such as \(paths[0].string)")
    }
  }

  private func bundlePath() throws -> String {
    if let bundle { return try BundleArgument.file(at: bundle) }
    let path = try options.selection.project.findIfPresent()?
      .path(joinedPath("build", BundleOutputs.bundleFile))
    guard let path, try FileStatus.ifExists(path) != nil else {
      throw UsageError("no release is given", "pass --release, --tree or --bundle")
    }
    return path
  }

  /// A release's source maps, with its number if it is known.
  private typealias KeptRelease = (
    release: SourceMapArchive.Release, tree: TreeHash, number: Int64?
  )

  /// Returns the source maps of the release that `--release` or `--tree` names.
  private func keptRelease() throws -> KeptRelease {
    let archive = try maps.archive(options.selection.project.defaults)
    guard let number else {
      let tree = try archive.tree(tree ?? "")
      return (try archive.requiredRelease(tree), tree, nil)
    }
    let (access, channel) = try options.access()
    return try access.read(channel) { reader, contents, _ -> KeptRelease in
      guard let first = try await reader.release(number, of: contents)?.release else {
        throw PublishError.noRelease(channel, number)
      }
      var (release, next) = (first, number)
      while true {
        if let archivedRelease = try archive.release(release.tree) {
          return (archivedRelease, release.tree, next)
        }
        // A rollback has the scripts of the release that it restores.
        guard let restored = release.restores, restored < next,
          let older = try await reader.release(restored, of: contents)?.release
        else { break }
        (release, next) = (older, restored)
      }
      throw SourceMapError.notKept(tree: first.tree.description, archive: archive.path)
    }
  }
}

extension SourceMapArchive {
  /// Returns a release's source maps.
  ///
  /// - Throws: ``SourceMapError/notKept(tree:archive:)`` if the archive does not have them.
  fileprivate func requiredRelease(_ tree: TreeHash) throws -> Release {
    guard let release = try release(tree) else {
      throw SourceMapError.notKept(tree: tree.description, archive: path)
    }
    return release
  }
}

private struct SymbolicationReport: Report {
  struct Frame: Encodable {
    let line: Int
    /// The function's name in the source, or else in the stack.
    let function: String?
    let file: String
    let position: String
    let script: String?
    let source: Source?
    let reason: String?
  }

  struct Source: Encodable {
    let path: String
    let line: Int
    let column: Int
    let name: String?
  }

  let lines: [String]
  let frames: [Frame]
  let mapped: Int
  let stackHash: String?
  let findings: [Finding]

  init(_ result: Symbolication) {
    lines = result.lines
    mapped = result.mappedCount
    stackHash = result.stackHash.map { "\($0)" }
    findings = result.findings
    frames = result.frames.map { item in
      let source = item.original.map {
        Source(
          path: $0.source, line: $0.position.line, column: $0.position.column, name: $0.name)
      }
      return Frame(
        line: item.line, function: item.function, file: item.frame.file,
        position: "\(item.frame.position)", script: item.script?.string, source: source,
        reason: item.reason)
    }
  }

  func text(_ style: TextStyle) -> String { lines.joined(separator: "\n") }
}
