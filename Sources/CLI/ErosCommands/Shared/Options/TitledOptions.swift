import ArgumentParser
import ErosCommandLine

/// Options that have their own title in the help of all commands that take them.
///
/// Types can have the same title.
protocol TitledOptions: ParsableArguments {
  static var title: String { get }
}

extension OptionGroup where Value: TitledOptions {
  /// Creates a group with the title of its options.
  init() { self.init(title: Value.title) }
}

extension BucketOptions: TitledOptions {
  static let title = "Access to the store"
}
