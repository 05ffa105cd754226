public import ArgumentParser
import ErosTemplates

extension Language: ExpressibleByArgument {}
