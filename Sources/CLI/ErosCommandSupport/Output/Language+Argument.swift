public import ArgumentParser
public import ErosTemplates

extension Language: ExpressibleByArgument {}
