// What the sources and the stubs use of Foundation.

public protocol ContiguousBytes {}
public protocol DataProtocol: ContiguousBytes {}

extension Array: ContiguousBytes where Element == UInt8 {}
extension Array: DataProtocol where Element == UInt8 {}

public struct Data: DataProtocol, Sequence {
  public init() {}
  public func makeIterator() -> Array<UInt8>.Iterator { [].makeIterator() }
}

extension String {
  public var precomposedStringWithCanonicalMapping: String { self }
}
