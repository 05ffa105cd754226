/// What a delta says in its script: how the new release comes from the old one.
struct DeltaScript {
  /// The text of old files that content is copied from and compressed against.
  enum ReferenceKind: Int {
    /// The old files that no new file is copied from.
    case lost = 0
    /// All old files.
    case all = 1
  }

  var tree: TreeScript
  var referenceKind = ReferenceKind.lost
  /// How much text around each gap is part of the dictionary, or `nil` if there is none.
  var radius: Int?
  var copies = CopyList(tail: 0)
  var recipe: ZipRecipe?

  func encoded(old: [ContentFile]) -> [UInt8] {
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
    case .lost: .ofLost(plan, old: old)
    case .all: .ofAll(old)
    }
  }

  /// The ranges of a reference of `size` bytes that make the dictionary.
  func windows(in size: Int) -> [Range<Int>] {
    radius.map { copies.windows(radius: $0, in: size) } ?? []
  }
}
