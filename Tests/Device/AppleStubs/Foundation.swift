extension String {
  public var precomposedStringWithCanonicalMapping: String { self }
}
