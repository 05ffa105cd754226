public import ArgumentParser
import ErosConfig

extension DevelopmentServer: ExpressibleByArgument {}
