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

  /// Returns a finding about the value of a key.
  package func finding(
    _ code: ConfigFindingCode, at key: String, _ message: Message, remedy: Message?
  ) -> Finding {
    let finding = Finding(code, file: file, subject: key, message, remedy: remedy)
    return node(at: key).map { finding.at(position(of: $0)) } ?? finding
  }
}
