/// The help texts of the program.
enum Usage {
  /// The line printed for an invalid command line.
  static let hint = "usage: fetchall [options] [URL ...]  (fetchall --help explains the options)"

  /// The text of `--help`.
  static let help = """
    fetchall - downloads a list of URLs into a folder

    usage: fetchall [--style \(Style.names)] [--jobs N] [--retries N]
                    [--into FOLDER] [--list FILE] [URL ...]

      --style NAME    the implementation to use; the result is always the same
                      (default: \(Style.standard.rawValue))
      --jobs N        download at most N files at a time; at least 1 (default: \(Options().jobs))
      --retries N     try a file again up to N times if its failure may pass: the
                      connection fails, or the server answers with the status 408,
                      429 or 5xx (default: \(Options().retries))
      --into FOLDER   the folder to download to, which must exist (default: the
                      current one)
      --list FILE     read URLs from FILE, one a line; - is standard input
      --help          show this text

    A file gets the last path component of its URL as its name, or index.html if the
    URL has none. A file that exists is not downloaded again, and a file appears
    under its name only when it is complete. To continue after an interrupt, run the
    same command again.

    The summary goes to standard output, failures and progress to standard error.
    Ctrl-C cancels the downloads and removes what is incomplete; a second Ctrl-C ends
    the program immediately.

    exit status:
        0   all files are there
        1   a file could not be downloaded, or FILE or FOLDER cannot be used
       64   the command line or a URL is invalid; nothing was downloaded
      130   the downloads were canceled with Ctrl-C
      143   the downloads were canceled with the signal SIGTERM
    """
}
