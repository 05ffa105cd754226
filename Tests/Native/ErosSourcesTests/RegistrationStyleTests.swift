import ErosCore
import ErosNativeTestSupport
import ErosRegistry
import ErosSources
import Foundation
import Testing

/// The same modules, registered in five styles in each language.
@Suite("Styles of registrations")
struct RegistrationStyleTests {
  /// A style of `Inputs/registration-styles.txt`.
  ///
  /// `== Swift, maps: a b; 1` starts a style with the modules that adoption finds and the number of
  /// registrations that are reported instead, and `-- S.swift` starts one of its files.
  struct Style: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let found: Set<String>
    let reported: Int
    let files: [(name: String, text: String)]

    init?(_ text: String) {
      let parts = text.components(separatedBy: "\n-- ")
      let head = parts[0].split(separator: ":")
      let result = head.last?.split(separator: ";") ?? []
      guard head.count == 2, result.count == 2,
        let reported = Int(result[1].drop { $0 == " " })
      else { return nil }
      testDescription = String(head[0])
      found = Set(result[0].split(separator: " ").map(String.init))
      self.reported = reported
      files = parts.dropFirst().compactMap { part in
        part.firstIndex(of: "\n").map { (String(part[..<$0]), String(part[$0...].dropFirst())) }
      }
    }

    static func all() throws -> [Style] {
      let text = String(decoding: try input("registration-styles.txt"), as: UTF8.self)
      return try ("\n" + text).components(separatedBy: "\n== ").dropFirst().map {
        try #require(Style($0))
      }
    }
  }

  @Test("are in four languages, five each")
  func count() throws {
    let languages = try Style.all().map { $0.testDescription.prefix { $0 != "," } }
    let counts = Dictionary(grouping: languages) { $0 }.mapValues(\.count)
    #expect(counts == ["Objective-C": 5, "Swift": 5, "Java": 5, "Kotlin": 5])
  }

  @Test("are followed or reported, never lost", arguments: try Style.all())
  func styles(style: Style) throws {
    var sources = NativeSources()
    for (name, text) in style.files { sources.add(Array(text.utf8), file: name) }
    let adoption = try Adoption(of: sources)
    let modules = adoption.description.object?["modules"]?.array ?? []
    #expect(Set(modules.compactMap { $0.value.object?["name"]?.string }) == style.found)
    let reported = adoption.findings.count { $0.rule == .nameNotFollowed }
    #expect(reported == style.reported, "\(adoption.findings)")
  }
}
