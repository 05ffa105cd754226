import ArgumentParser
import ErosConfig
import ErosCore

struct BudgetOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The maximum sizes of the zip, of each script in the zip, and of the content delta, such as "
        + "total=2MB,page=200KB,delta=50KB (default: 'check.budget' in the configuration).",
      valueName: "budget"),
    transform: parse)
  var budget: SizeBudget?

  private static func parse(_ text: String) throws -> SizeBudget {
    do throws(SizeBudget.ParsingError) {
      return try SizeBudget(parsing: text)
    } catch {
      throw ValidationError(error.description)
    }
  }

  /// Returns the budget that the options and, if there is one, the configuration set.
  ///
  /// - Throws: `ErosError` if a configuration exists, but is invalid.
  func find(_ project: ProjectOptions) throws -> SizeBudget {
    guard let appProject = try project.findIfPresent() else { return budget ?? SizeBudget() }
    return try budget(with: appProject.config)
  }

  /// Returns a configuration's budget, with the options' limits in place of its own.
  func budget(with config: NativeConfig) throws -> SizeBudget {
    try config.sizeBudget().replaced(by: budget ?? SizeBudget())
  }
}
