import ErosBundle
import ErosConfig
import ErosCore
import ErosFiles
import ErosPack

/// Checks that no file is missing that the configuration or a page refers to.
struct PageCheck {
  let input: CheckInput
  let content: SourceContent

  func run() throws -> CheckResult {
    CheckResult(
      findings: try missingPages() + pagesMissingInMiniProgram() + pagesNotUTF8()
        + assetsMissingInPages() + assetsMissingInConfig())
  }

  private func pagesNotUTF8() -> [Finding] {
    content.digests.files.filter(\.isForeignText).map { file in
      Finding(
        CheckFindingCode.pageNotUTF8, file: content.location(file.file.path), at: .start,
        Finding.pageNotUTF8, remedy: BundleFindingCode.pageNotUTF8.remedy)
    }
  }

  private func missingPages() -> [Finding] {
    input.config.missingPages(hasFile: content.has).map { page in
      finding(missing: page, page.path, page.file, in: input.project.configPath)
    }
  }

  private func pagesMissingInMiniProgram() throws -> [Finding] {
    let name = PageReference.miniProgramFile
    guard let config = content.digests.files.first(where: { $0.file.path.string == name }) else {
      return []
    }
    let path = content.location(config.file.path)
    let pages = try PageReference.inMiniProgram(readWholeFile(path), file: path)
    return pages.compactMap { page in
      page.missingFile(hasFile: content.has).map { finding(missing: page, $0, $0, in: path) }
    }
  }

  private func finding(
    missing page: PageReference, _ path: String, _ subject: String, in file: String
  ) -> Finding {
    Finding(
      CheckFindingCode.pageMissing, file: file, at: page.position, subject: subject,
      "the page '\(path.escapedForDisplay)' ('\(page.key)') is not in "
        + "'\(content.source.root.escapedForDisplay)'",
      remedy: "build the pages first, or correct the path")
  }

  private func assetsMissingInPages() throws -> [Finding] {
    try content.digests.files.flatMap { file -> [Finding] in
      let missing = (file.finding ?? []).filter { !has($0.path) }
      guard !missing.isEmpty else { return [] }
      let path = content.location(file.file.path)
      let bytes = try readWholeFile(path)
      let sorted = missing.sorted { $0.offset < $1.offset }
      let positions = TextPosition.positions(ofBytes: sorted.map(\.offset), in: bytes)
      return zip(sorted, positions).map { finding(missing: $0.path, $0.text, in: path, at: $1) }
    }
  }

  private func assetsMissingInConfig() -> [Finding] {
    let config = input.config
    return config.stringsInUse.compactMap { node in
      guard let text = node.value.string, text.hasPrefix(AssetScan.scheme) else { return nil }
      let scalars = text.unicodeScalars.dropFirst(AssetScan.scheme.count)
      guard let path = AssetPath(String(scalars)), !has(path) else { return nil }
      return finding(
        missing: path, AssetScan.scheme + path.displayPath, in: input.project.configPath,
        at: config.position(of: node))
    }
  }

  private func has(_ path: AssetPath) -> Bool {
    path.candidates.contains { content.hasFileOrFolder($0) }
  }

  private func finding(
    missing path: AssetPath, _ text: String, in file: String, at position: TextPosition
  ) -> Finding {
    Finding(
      CheckFindingCode.assetMissing, file: file, at: position, subject: path.displayPath,
      "'\(text.escapedForDisplay)' is not in "
        + "'\(content.source.root.escapedForDisplay)'",
      remedy: content.path(likeOneOf: path.candidates).map {
        "the file is '\($0.escapedForDisplay)'; devices distinguish upper and lower case"
      } ?? "add the file, or correct the reference")
  }
}
