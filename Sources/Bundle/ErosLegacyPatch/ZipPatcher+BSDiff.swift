public import ErosBundle

extension ZipPatcher {
  /// Applies BSDIFF40 patches with ``BSDiffDecoder``.
  public static let bsdiff = ZipPatcher { patch, old, sizeLimit, progress, write in
    try BSDiffDecoder(sizeLimit: sizeLimit).decode(patch: patch, old: old) {
      progress(Double($0) / Double(max(1, $1)))
    } write: {
      try write($0)
    }
  }
}
