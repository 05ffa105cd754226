import ErosCore

extension NativeConfig {
  /// Everything that is wrong or odd, in the order of the text.
  ///
  /// Keys that nobody here knows are fine, unless they look like a known one misspelt.
  public func validate() -> [ConfigFinding] {
    var validator = ConfigValidator(config: self)
    validator.run()
    return validator.findings()
  }
}
