/// The words with which the program explains itself.
enum Usage {
  /// One line for whoever got the command line wrong.
  static let hint = "usage: treescan [options] [DIR]  (treescan --help explains the options)"

  /// The text of `--help`.
  static let help = """
    treescan - counts the files, lines, bytes and words below a folder

    usage: treescan [--style \(Style.names)] [--jobs N] [--words N]
                    [--hidden|--no-hidden] [DIR]

      --style NAME   how the program works inside; the report is always the same
                     (default: \(Style.standard.rawValue))
      --jobs N       keep at most N files open at once, at least 1 (default: \(Options().jobs))
      --words N      show the N most frequent words of each extension (default: \(Options().words))
      --hidden       count entries whose name starts with a dot (default with DIR)
      --no-hidden    leave them out (default without DIR)
      --help         show this text

    DIR is the current folder unless it is given. Regular files are counted; links
    are not followed. A line ends with a newline. A word is a run of at least three
    letters; capital and small letters are not distinguished. A file with a zero
    byte is binary: its lines and bytes count, its words do not.

    The report goes to standard output, remarks and progress to standard error.
    Ctrl-C stops the scan and prints the report of what was done so far; a second
    Ctrl-C ends the program at once.

    exit status:
        0   all was counted, nothing to remark
        1   a file or folder could not be read or vanished, or a link loops;
            or DIR is not a folder
        2   all was counted, with remarks: binary or empty files, dangling links
       64   the command line is wrong
      130   the scan was cancelled by Ctrl-C
    """
}
