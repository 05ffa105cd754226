public import ArgumentParser
public import ErosConfig

extension DevelopmentServer: ExpressibleByArgument {}
