/// Applies BSDIFF40 patches, which legacy clients use.
///
/// The only one is `ZipPatcher.bsdiff` in the module `ErosLegacyPatch`. The product for apps does
/// not contain it.
public struct ZipPatcher: Sendable {
  /// Produces the new file, of at most `sizeLimit` bytes, and passes it to `write` in chunks.
  ///
  /// `progress` receives the completed fraction.
  package typealias Apply =
    @Sendable (
      _ patch: any ZipSource, _ old: any ZipSource, _ sizeLimit: UInt64,
      _ progress: (Double) -> Void, _ write: ([UInt8]) throws -> Void
    ) throws -> Void

  let apply: Apply

  package init(_ apply: @escaping Apply) { self.apply = apply }
}
