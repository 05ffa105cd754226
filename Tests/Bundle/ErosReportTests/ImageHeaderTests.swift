import ErosBundle
import ErosCore
import Testing

@testable import ErosReport

@Suite("Image headers")
struct ImageHeaderTests {
  /// The headers of images of 300 × 200 pixels.
  static let headers: [(ImageHeader.Format, [UInt8])] = [
    (.png, PNGHeader.signature + [0, 0, 0, 13] + ascii("IHDR") + [0, 0, 1, 44, 0, 0, 0, 200]),
    // As Xcode converts images for iOS.
    (
      .png,
      PNGHeader.signature + [0, 0, 0, 4] + ascii("CgBI") + [0x50, 0, 0x20, 6, 1, 2, 3, 4]
        + [0, 0, 0, 13] + ascii("IHDR") + [0, 0, 1, 44, 0, 0, 0, 200]
    ),
    (.gif, ascii("GIF87a") + [44, 1, 200, 0]),
    (.gif, ascii("GIF89a") + [44, 1, 200, 0]),
    // An application segment, padding, a table (C4 is not a frame), then the frame.
    (
      .jpeg,
      [0xFF, 0xD8, 0xFF, 0xE0, 0, 6, 0xFF, 0xC0, 1, 1, 0xFF, 0xFF, 0xFF, 0xC4, 0, 3, 9]
        + [0xFF, 0xC2, 0, 17, 8, 0, 200, 1, 44]
    ),
    (.webp, webP("VP8 ") + [1, 2, 3, 0x9D, 0x01, 0x2A, 44, 1 | 0x40, 200, 0]),
    // 299 and 199 in fourteen bits each, and a bit for transparency.
    (.webp, webP("VP8L") + [0x2F, 0x2B, 0xC1, 0x31, 0x10]),
    (.webp, webP("VP8X") + [0x10, 0, 0, 0, 43, 1, 0, 199, 0, 0]),
  ]

  @Test("the size is read from the header of each format", arguments: headers.indices)
  func size(index: Int) {
    let (format, header) = Self.headers[index]
    let expected = ImageReading.image(ImageHeader(format: format, width: 300, height: 200))
    #expect(ImageReading(header) == expected)
    #expect(ImageReading(header + [1, 2, 3]) == expected)
  }

  @Test("a header truncated at any byte is incomplete", arguments: headers.indices)
  func truncated(index: Int) {
    let (format, header) = Self.headers[index]
    for length in header.indices {
      let reading = ImageReading(Array(header.prefix(length)))
      #expect(
        reading == .incomplete(format) || (reading == .notAnImage && length < 12), "\(length)")
    }
  }

  @Test(
    "invalid headers are damaged",
    arguments: [
      // Another first chunk, a wrong chunk size, zero pixels, more pixels than the format allows.
      PNGHeader.signature + [0, 0, 0, 13] + ascii("IDAT") + [0, 0, 1, 44, 0, 0, 0, 200],
      PNGHeader.signature + [0, 0, 0, 12] + ascii("IHDR") + [0, 0, 1, 44, 0, 0, 0, 200],
      PNGHeader.signature + [0, 0, 0, 13] + ascii("IHDR") + [0, 0, 0, 0, 0, 0, 0, 200],
      PNGHeader.signature + [0, 0, 0, 13] + ascii("IHDR") + [255, 255, 255, 255, 0, 0, 0, 200],
      ascii("GIF89a") + [0, 0, 200, 0],
      // Image data or the end before a frame; invalid segment lengths; no marker.
      [0xFF, 0xD8, 0xFF, 0xDA, 0, 4, 0, 0], [0xFF, 0xD8, 0xFF, 0xD9],
      [0xFF, 0xD8, 0xFF, 0xE0, 0, 1, 0, 0], [0xFF, 0xD8, 0xFF, 0xE0, 0, 2, 0, 0],
      [0xFF, 0xD8, 0xFF, 0xC0, 0, 7, 8, 0, 200, 1, 44],
      // A height of zero, which means that it follows the image data.
      [0xFF, 0xD8, 0xFF, 0xC0, 0, 17, 8, 0, 0, 1, 44],
      webP("VP8 ") + [1, 2, 3, 0x9D, 0x01, 0x2B, 44, 1, 200, 0],
      webP("VP8L") + [0x2E, 0x2B, 0xC1, 0x31, 0x10], webP("ALPH"),
    ])
  func damaged(header: [UInt8]) {
    guard case .damaged = ImageReading(header) else {
      Issue.record("\(ImageReading(header))")
      return
    }
  }

  @Test(
    "other files are not images", arguments: [[], ascii("<svg"), ascii("RIFF\0\0\0\0WAVEfmt ")])
  func others(header: [UInt8]) {
    #expect(ImageReading(header) == .notAnImage)
  }

  @Test("a header is found for any chunk size, and after long metadata")
  func chunks() throws {
    let metadata: [UInt8] = [0xFF, 0xE1, 0xFF, 0xFF] + [UInt8](repeating: 0xFF, count: 0xFFFD)
    let frame: [UInt8] = [0xFF, 0xC0, 0, 17, 8, 0, 200, 1, 44]
    let long = [0xFF, 0xD8] + Array(repeatElement(metadata, count: 12).joined()) + frame
    let endless = [0xFF, 0xD8] + Array(repeatElement(metadata, count: 20).joined()) + frame
    for (bytes, step) in [(long, 1 << 16), (long, 1 << 20), (Self.headers[0].1, 1)] {
      let image = try #require(try probe(bytes, step: step)?.header)
      #expect((image.width, image.height) == (300, 200))
    }
    #expect(try probe(endless, step: 1 << 16) == .incomplete(.jpeg))
    #expect(try probe(ascii("not an image"), step: 4) == nil)
    #expect(try probe([], step: 4) == nil)
  }

  @Test("oversized images and wrong extensions have findings")
  func findings() throws {
    let limits = ImageLimits(side: 299, bytes: 1000)
    let png = ImageReading(Self.headers[0].1)
    func codes(_ reading: ImageReading, _ path: String, _ size: UInt64, _ limits: ImageLimits)
      throws -> [String]
    {
      limits.findings(reading, path: try .init(path), size: size).map(\.code)
    }
    #expect(try codes(png, "a.PNG", 1001, limits) == ["tooManyPixels", "tooManyBytes"])
    #expect(try codes(png, "a.png", 1000, ImageLimits(side: 300, bytes: 1000)) == [])
    #expect(try codes(png, "a.jpg", 9, ImageLimits()) == ["wrongContent"])
    #expect(try codes(png, "a.bin", 9, ImageLimits()) == [])
    #expect(try codes(.notAnImage, "a.webp", 9, limits) == ["wrongContent"])
    #expect(try codes(.notAnImage, "a.js", 9, limits) == [])
    #expect(try codes(.incomplete(.gif), "a.gif", 9, limits) == ["unreadable"])
  }

  private func probe(_ bytes: [UInt8], step: Int) throws -> ImageReading? {
    let probe = ContentProbe()
    var file = probe.makeFile(try .init("a"))
    for start in stride(from: 0, to: bytes.count, by: step) {
      try file.write(Array(bytes[start...].prefix(step)))
    }
    try file.close()
    return try probe.images[.init("a")]
  }
}

private func ascii(_ text: String) -> [UInt8] { Array(text.utf8) }

private func webP(_ chunk: String) -> [UInt8] {
  ascii("RIFF") + [0, 1, 0, 0] + ascii("WEBP" + chunk) + [0, 1, 0, 0]
}
