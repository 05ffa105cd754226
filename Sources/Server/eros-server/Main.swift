import ErosServe

@main
struct Main {
  static func main() async {
    await ServerCommand.main()
  }
}
