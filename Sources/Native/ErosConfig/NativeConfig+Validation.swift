public import ErosCore

extension NativeConfig {
  /// Returns all errors and warnings, in document order.
  ///
  /// Unknown keys are valid unless they resemble a missing known key.
  public func validate() -> [Finding] {
    var validator = ConfigValidator(config: self)
    validator.run()
    return validator.findings()
  }
}
