import ErosCommands

@main
struct Main {
  static func main() {
    ErosCommand.main()
  }
}
