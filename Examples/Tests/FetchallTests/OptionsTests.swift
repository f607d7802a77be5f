import CommandLineSupport
import Testing

@testable import fetchall

@Suite struct OptionsTests {
  @Test func `a URL alone gets the default options`() throws {
    let options = try Options(parsing: ["http://a/b"])
    #expect(options.urls == ["http://a/b"])
    #expect(options.style == .mixed)
    #expect(options.jobs == 4)
    #expect(options.retries == 3)
    #expect(options.folder == ".")
    #expect(options.list == nil)
  }

  @Test func `an option takes the next argument or the text after the equals sign`() throws {
    let options = try Options(
      parsing: ["--style", "async", "--jobs=7", "--retries", "0", "--into=a=b", "--list", "-", "http://a"])
    #expect(options.style == .async)
    #expect(options.jobs == 7)
    #expect(options.retries == 0)
    #expect(options.folder == "a=b")
    #expect(options.list == "-")
    #expect(options.urls == ["http://a"])
  }

  @Test func `after two hyphens, every argument is a URL`() throws {
    #expect(try Options(parsing: ["--", "--jobs", "--"]).urls == ["--jobs", "--"])
  }

  @Test func `help needs no URL`() throws {
    #expect(try Options(parsing: ["--help"]).showsHelp)
  }

  @Test func `a list needs no URL`() throws {
    #expect(try Options(parsing: ["--list", "urls.txt"]).list == "urls.txt")
  }

  @Test(arguments: [
    (["--jobs", "0", "http://a"], "--jobs must be a whole number, at least 1, not '0'"),
    (["--jobs", "many", "http://a"], "--jobs must be a whole number, at least 1, not 'many'"),
    (["--retries", "-1", "http://a"], "--retries must be a whole number, at least 0, not '-1'"),
    (["--style", "callbacks", "http://a"], "--style must be one of promises|mixed|async, not 'callbacks'"),
    (["http://a", "--into"], "--into needs a value"),
    (["--help=yes"], "--help takes no value"),
    (["--sytle=async", "http://a"], "unknown option: --sytle"),
    ([], "nothing to download: pass URLs, or a list of URLs with --list"),
  ])
  func `an invalid command line is explained`(arguments: [String], message: String) {
    #expect(throws: UsageError(message: message)) { try Options(parsing: arguments) }
  }
}
