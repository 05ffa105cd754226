import ErosBundle
import ErosFiles
import ErosTestSupport
import Foundation
import Testing

@testable import ErosPack

@Suite("The pipeline of packing", .temporaryFolder, .timeLimit(.minutes(2)))
struct PackPipelineTests {
  @Test("a thread that waits for room continues when the writer reaches the tail")
  func tail() throws {
    let folder = try TemporaryFolder.ofTest()
    var random = SeededGenerator(seed: 36)
    // After the first file, the others fit into the budget exactly, and grow when they are
    // compressed. The writer needs the smallest one, which is the last to be compressed.
    let sizes = [("0", 2 << 20), ("a", 100), ("b", 2 << 20), ("c", 2 << 20), ("d", 2 << 20 - 100)]
    for (name, size) in sizes { try folder.write(random.noise(size), to: "dist/\(name).bin") }
    let source = try BundleSource(folder.path("dist"))
    let pipeline = try PackPipeline(
      source.files, recipe: PackRecipe(level: .standard, framework: .none))
    try pipeline.run(threads: 1) {
      _ = try pipeline.take(part: 0, ofFile: 0)
      // Meanwhile the thread compresses two files and waits for room.
      let end = ContinuousClock.now + .seconds(60)
      while !pipeline.hasWaitingThreads, .now < end { Thread.sleep(forTimeInterval: 0.01) }
      #expect(pipeline.hasWaitingThreads)
      for (file, (_, size)) in sizes.enumerated().dropFirst() {
        #expect(try pipeline.take(part: 0, ofFile: file).size == size)
      }
    }
  }
}
