extension ZipForge {
  /// Returns a zip with random features that are unusual but valid, and sometimes invalid ones.
  ///
  /// Verification should accept most of these zips. All readers must then extract the same files.
  public static func random(seed: UInt64) -> ZipForge {
    var random = SeededGenerator(seed: seed)
    var forge = ZipForge((0..<random.pick(1...5)).map { Entry.random($0, &random) })
    if random.isOne(in: 3) {
      forge.directoryOrder = Array(forge.entries.indices).shuffled(using: &random)
    }
    if random.isOne(in: 4) { forge.zip64 = Zip64End() }
    if random.isOne(in: 4) { forge.comment = random.noise(random.pick(0...40)) }
    return forge
  }
}

extension ZipForge.Entry {
  private static let modes: [UInt32] = [0, 0o644, 0o755, 0o777, 0o100644, 0o100777, 0o100000]
  /// Identifiers of extra fields, some known to readers and some not.
  private static let fieldIDs: [UInt16] = [
    0x000A, 0x5455, 0x5855, 0x7855, 0x7875, 0xCAFE, 0xD935, 0x0007, 0x0009, 0x000C, 0x0014, 0x0016,
    0x0065, 0x2605, 0x334D, 0x4453, 0x4690, 0x5356, 0x6542, 0x7441, 0xA11E, 0xA220, 0xFB4A, 0xFD4A,
    0xABCD,
  ]

  fileprivate static func random(
    _ index: Int, _ random: inout SeededGenerator
  ) -> ZipForge.Entry {
    let folder = ["", "pages/", "页面/", "a b/"][random.pick(0...3)]
    let isFolder = random.isOne(in: 6)
    var entry = ZipForge.Entry("\(folder)\(index)" + (isFolder ? "/" : ".js"))
    if !isFolder { entry.content = random.noise(random.pick(0...random.pick(0...300))) }
    // For some versions made by DOS and OS/2, unzip decodes names with a DOS code page.
    entry.versionMadeBy = UInt16([3, 10, 19][random.pick(0...2)] << 8 | random.pick(0...255))
    entry.versionNeeded = [10, 20, 45][random.pick(0...2)]
    if random.isOne(in: 3) { entry.flags |= ZipForge.utf8Flag }
    if random.isOne(in: 3) { entry.flags |= [1 << 1, 1 << 2, 3 << 1][random.pick(0...2)] }
    (entry.time, entry.date) = (
      UInt16(truncatingIfNeeded: random.next()), UInt16(truncatingIfNeeded: random.next())
    )
    entry.internalAttributes = UInt16(random.pick(0...1))
    entry.attributes = modes[random.pick(0...modes.count - 1)] << 16 | UInt32(random.pick(0...7))
    if isFolder { entry.attributes = [0, 0x10, 0o040755 << 16, 0o755 << 16][random.pick(0...3)] }
    if random.isOne(in: 5) { entry.comment = random.noise(random.pick(0...20)) }
    entry.compress(&random)
    entry.addFields(&random)
    return entry
  }

  private mutating func compress(_ random: inout SeededGenerator) {
    guard random.isOne(in: 2) else {
      if random.isOne(in: 20) { descriptor = .signed }
      return
    }
    self = deflated(deflateStored(content, blockSize: random.pick(1...300)))
    if content.isEmpty { packed = [3, 0] }
    switch random.pick(0...8) {
    case 0...2: self = described(.signed)
    case 3...5: self = described(.unsigned)
    case 6: descriptor = .signed
    case 7 where random.isOne(in: 8): self = described(.signed64)
    case 8 where random.isOne(in: 8): self = described(.unsigned64)
    default: break
    }
  }

  private mutating func addFields(_ random: inout SeededGenerator) {
    func field(_ random: inout SeededGenerator) -> [UInt8] {
      let id = Self.fieldIDs[random.pick(0...Self.fieldIDs.count - 1)]
      return extraField(id, random.noise(random.pick(0...random.pick(0...40))))
    }
    for _ in 0..<(random.isOne(in: 2) ? 0 : random.pick(1...3)) { extra += field(&random) }
    for _ in 0..<(random.isOne(in: 2) ? 0 : random.pick(1...3)) { localExtra += field(&random) }
    let (size, packedSize) = (UInt64(content.count), UInt64(stream.count))
    if random.isOne(in: 6) {
      extra +=
        [
          zip64Field(), zip64Field(size), zip64Field(size, packedSize),
        ][random.pick(0...2)]
    } else if random.isOne(in: 8) {
      (central.size, central.packedSize) = (0xFFFF_FFFF, 0xFFFF_FFFF)
      extra += zip64Field(size, packedSize)
    }
    if random.isOne(in: 6) {
      localExtra += zip64Field(size, packedSize)
    } else if random.isOne(in: 8) {
      (local.size, local.packedSize) = (0xFFFF_FFFF, 0xFFFF_FFFF)
      localExtra += zip64Field(size, packedSize)
    }
    if random.isOne(in: 10) { extra += [[0], [0, 0, 0], [0, 0, 0, 0]][random.pick(0...2)] }
    if random.isOne(in: 10) { localExtra += [[0], [0, 0, 0], [0, 0, 0, 0]][random.pick(0...2)] }
  }
}
