public import ArgumentParser
public import ErosCore

extension ReleaseUrgency: ExpressibleByArgument {}
