import ArgumentParser

/// The option of commands that run pages.
package struct ConfinementOptions: ParsableArguments {
  @Flag(
    help:
      "Run pages also if this system cannot take away their files and network; only for pages that you trust."
  )
  package var allowUnconfined = false

  package init() {}
}
