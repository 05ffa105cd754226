import ArgumentParser

struct ConfinementOptions: ParsableArguments {
  @Flag(
    help:
      "Run pages also if this system cannot take away their files and network; only for pages that you trust."
  )
  var allowUnconfined = false
}
