/// The files that a delta refers to by index: the files of its base, and then the files of its
/// second base with contents that the base lacks.
package struct OldFiles: Sendable {
  /// The files of the base, sorted, and then the other files of the second base, sorted.
  package let files: [ContentFile]
  /// The old release.
  package let base: any ContentTree
  /// The second base, or `nil` if it adds no file.
  package let second: (any ContentTree)?
  /// The index in the second base of each file after the files of the base.
  private let secondIndices: [Int]

  package init(_ base: any ContentTree, second: (any ContentTree)? = nil) {
    let baseFiles = base.files
    let secondFiles = second?.files ?? []
    let indices = Self.indices(of: secondFiles, missingIn: baseFiles)
    files = baseFiles + indices.map { secondFiles[$0] }
    secondIndices = indices
    self.base = base
    self.second = indices.isEmpty ? nil : second
  }

  /// Returns the indices of the files with contents that no file in `base` has.
  private static func indices(of files: [ContentFile], missingIn base: [ContentFile]) -> [Int] {
    guard !files.isEmpty else { return [] }
    let digests = Set(base.map(\.sha256))
    return files.indices.filter { !digests.contains(files[$0].sha256) }
  }

  /// The files of the base; the runs of a script cover only these.
  package var baseFiles: ArraySlice<ContentFile> { files.dropLast(secondIndices.count) }

  /// The total size of the files in bytes; a sum that overflows is the maximum.
  var totalSize: UInt64 {
    files.reduce(0) { sum, file in
      let (total, isTooLarge) = sum.addingReportingOverflow(file.size)
      return isTooLarge ? .max : total
    }
  }

  /// Reads up to `count` bytes at `offset` of the file at `index` of ``files``.
  ///
  /// - Throws: Errors of the tree.
  package func read(_ index: Int, at offset: UInt64, count: Int) throws -> [UInt8] {
    let firstOfSecond = baseFiles.endIndex
    guard index >= firstOfSecond, let second else {
      return try base.read(index, at: offset, count: count)
    }
    return try second.read(secondIndices[index - firstOfSecond], at: offset, count: count)
  }
}
