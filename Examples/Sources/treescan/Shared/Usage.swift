/// The help texts of the program.
enum Usage {
  /// The line printed for an invalid command line.
  static let hint = "usage: treescan [options] [DIR]  (treescan --help explains the options)"

  /// The text of `--help`.
  static let help = """
    treescan - counts the files, lines, bytes and words below a folder

    usage: treescan [--style \(Style.names)] [--jobs N] [--words N]
                    [--hidden|--no-hidden] [DIR]

      --style NAME   the implementation to use; the report is always the same
                     (default: \(Style.standard.rawValue))
      --jobs N       open at most N files concurrently; at least 1 (default: \(Options().jobs))
      --words N      show the N most frequent words of each extension (default: \(Options().words))
      --hidden       count entries whose names start with a dot (default with DIR)
      --no-hidden    skip them (default without DIR)
      --help         show this text

    DIR defaults to the current folder. Regular files are counted; links are not
    followed. A line ends with a newline. A word is a run of at least three letters,
    regardless of case. A file with a zero byte is binary: its lines and bytes are
    counted, its words are not.

    The report goes to standard output, remarks and progress to standard error.
    Ctrl-C stops the scan and prints the report so far; a second Ctrl-C ends the
    program immediately.

    exit status:
        0   all files were counted, without remarks
        1   a file or folder could not be read or vanished, or a link loops;
            or DIR is not a folder
        2   all files were counted, with remarks: binary or empty files,
            dangling links
       64   the command line is invalid
      130   the scan was canceled with Ctrl-C
    """
}
