public import ArgumentParser
import ErosCore

extension ReleaseUrgency: ExpressibleByArgument {}
