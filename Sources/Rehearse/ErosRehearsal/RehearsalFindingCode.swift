public import ErosCore

/// Codes for pages that were run.
public enum RehearsalFindingCode: String, FindingCode {
  case scriptInvalid
  /// A page throws before or during its first render.
  case pageThrows
  /// A page exceeds the time limit, for example because of an endless loop.
  case pageTooSlow
  case pageTooLarge
  case pageCrashes
  case pageNeverRenders
  /// A page requires a module that the native side lacks.
  ///
  /// It may check for the module first.
  case moduleMissing
  /// A page calls a method that its module lacks.
  case methodMissing
  /// A page calls a native method with the wrong number or type of arguments.
  case argumentsInvalid
  /// A page requests a file that the bundle lacks.
  case resourceMissing
  /// A promise is rejected, and the page does not handle it.
  case rejectionUnhandled
  /// A page, or part of it, could not be judged.
  case pageNotJudged

  public var severity: Finding.Severity {
    switch self {
    case .moduleMissing, .pageNeverRenders, .rejectionUnhandled, .resourceMissing: .warning
    case .pageNotJudged: .note
    default: .error
    }
  }

  public var remedy: Message? {
    switch self {
    case .scriptInvalid: "look at the output of the build; a failed step can end up in the page"
    case .pageTooSlow: "end the loop; to try a higher limit, run `eros rehearse` with `--time`"
    case .pageTooLarge: "the app would run out of memory, too; load less at the start of the page"
    case .pageCrashes: "run `eros rehearse` with `--page` for this page alone to see if it repeats"
    case .pageNeverRenders: "mount the root component at the end of the script"
    case .moduleMissing:
      "add the module to the app and to the configuration, or correct the name; calling a method of a missing module throws"
    case .methodMissing: "check that the method exists before calling it, or correct the name"
    case .argumentsInvalid: "pass the arguments that the description declares, or correct it"
    case .resourceMissing: "add the file to the bundle, or correct the path"
    case .rejectionUnhandled: "add a handler with 'catch'"
    case .pageThrows, .pageNotJudged: nil
    }
  }

  public var summary: String {
    switch self {
    case .scriptInvalid: "scripts are valid JavaScript"
    case .pageThrows: "pages load without an exception"
    case .pageTooSlow: "pages load within the time limit"
    case .pageTooLarge: "pages load within the memory limit"
    case .pageCrashes: "pages do not crash the engine"
    case .pageNeverRenders: "pages render"
    case .moduleMissing: "required modules exist"
    case .methodMissing: "called methods exist"
    case .argumentsInvalid: "calls match the description"
    case .resourceMissing: "requested files are in the bundle"
    case .rejectionUnhandled: "rejected promises are handled"
    case .pageNotJudged: "pages can be judged"
    }
  }
}
