import ErosCore
