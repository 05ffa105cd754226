import ErosCore
import Testing

@Suite("JSON objects")
struct JSONObjectTests {
  @Test("a member is found, replaced, added and removed in a small and an indexed object")
  func members() {
    var generator = SystemRandomNumberGenerator()
    var object = JSONObject()
    var expected: [(key: String, value: Int64)] = []
    for step in 0..<2000 {
      let key = "k\(Int.random(in: 0..<30, using: &generator))"
      let index = expected.firstIndex { $0.key == key }
      if Bool.random(using: &generator) {
        object[key] = .number("\(step)")
        if let index {
          expected[index].value = Int64(step)
        } else {
          expected.append((key, Int64(step)))
        }
      } else {
        object[key] = nil
        if let index { expected.remove(at: index) }
      }
      #expect(object.members.map(\.key) == expected.map(\.key))
      for number in 0..<30 {
        let value = expected.first { $0.key == "k\(number)" }?.value
        #expect(object["k\(number)"]?.integer == value, "step \(step)")
      }
      if step % 300 == 299 { (object, expected) = (JSONObject(), []) }
    }
  }
}
