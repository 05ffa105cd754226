import ErosCommands

@main
struct Main {
  static func main() async {
    await ErosCommand.main()
  }
}
