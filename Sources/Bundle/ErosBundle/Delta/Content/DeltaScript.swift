/// Instructions that build the new release from the old one.
package struct DeltaScript {
  /// The old files that content is copied from and compressed with.
  package enum ReferenceKind: Int {
    /// Old files that no new file is equal to.
    case unmatched = 0
    /// All old files.
    case all = 1
  }

  package var tree: TreeScript
  package var referenceKind = ReferenceKind.unmatched
  /// Bytes on each side of a gap that belong to the dictionary.
  ///
  /// `nil` for no dictionary.
  package var radius: Int?
  package var copies = CopyList(tail: 0)
  var recipe: ZipRecipe?

  package init(tree: TreeScript, recipe: ZipRecipe? = nil) {
    self.tree = tree
    self.recipe = recipe
  }

  package func encoded(old: [ContentFile]) -> [UInt8] {
    var writer = ColumnWriter()
    tree.write(to: &writer, old: old)
    writer.write(referenceKind.rawValue)
    writer.write(radius.map { $0 + 1 } ?? 0)
    copies.write(to: &writer)
    recipe?.write(to: &writer)
    return writer.bytes
  }

  func reference(of plan: [PlannedFile], old: [ContentFile]) -> Reference {
    switch referenceKind {
    case .unmatched: .ofUnmatched(plan, old: old)
    case .all: .ofAll(old)
    }
  }

  /// Returns the dictionary's ranges in a reference of `size` bytes.
  package func windows(in size: Int) -> [Range<Int>] {
    radius.map { copies.windows(radius: $0, in: size) } ?? []
  }
}
