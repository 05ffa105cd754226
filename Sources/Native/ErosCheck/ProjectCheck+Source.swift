import ErosBundle
import ErosConfig
import ErosCore
import ErosFiles
import ErosPack
import ErosRegistry
import ErosVersions

extension ProjectCheck {
  mutating func checkPages(_ content: SourceContent) {
    for page in config.missingPages(hasFile: content.has) {
      findings.append(
        Finding(
          CheckFindingCode.pageMissing, file: project.configPath, at: page.position,
          subject: page.file,
          "the page '\(page.path.escapedForDisplay)' ('\(page.key)') is not in "
            + "'\(content.source.root.escapedForDisplay)'",
          remedy: "build the pages first, or correct the path"))
    }
  }

  mutating func checkAssets(_ content: SourceContent) throws {
    for file in content.digests.files {
      let missing = (file.finding ?? []).filter { !Self.has($0.path, content) }
      guard !missing.isEmpty else { continue }
      let path = content.location(file.file.path)
      let bytes = try readWholeFile(path)
      let positions = TextPosition.positions(ofBytes: missing.map(\.offset), in: bytes)
      for (reference, position) in zip(missing, positions) {
        add(missing: reference.path, in: path, at: position, content)
      }
    }
    for node in config.stringsInUse where node.value.string?.hasPrefix(AssetScan.scheme) == true {
      let text = String((node.value.string ?? "").unicodeScalars.dropFirst(AssetScan.scheme.count))
      guard let path = AssetPath(text), !Self.has(path, content) else { continue }
      add(missing: path, in: project.configPath, at: config.position(of: node), content)
    }
  }

  private static func has(_ path: AssetPath, _ content: SourceContent) -> Bool {
    path.candidates.contains { content.hasFileOrFolder($0) }
  }

  private mutating func add(
    missing path: AssetPath, in file: String, at position: TextPosition, _ content: SourceContent
  ) {
    findings.append(
      Finding(
        CheckFindingCode.assetMissing, file: file, at: position, subject: path.shown,
        "'\(AssetScan.scheme)\(path.shown.escapedForDisplay)' is not in "
          + "'\(content.source.root.escapedForDisplay)'",
        remedy: content.path(likeOneOf: path.candidates).map {
          "the file is '\($0.escapedForDisplay)'; devices distinguish upper and lower case"
        } ?? "add the file, or correct the reference"))
  }
}
