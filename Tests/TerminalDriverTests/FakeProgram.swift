import TerminalDriver

/// Scripts in place of a program that reports when it is idle, on descriptor 3.
enum FakeProgram {
  /// For `sh`: shows the last bytes it read and the number of reads.
  ///
  /// It counts each read as an input, and reads the terminal's size after each.
  /// `b` makes the next frame a large one, `n` draws nothing, `q` ends it with 7, `s` stops it, `z`
  /// makes it break the protocol.
  static func reading(bytesAtOnce: Int) -> String {
    """
    key=none; n=0
    draw() {
      set -- $(stty size)
      printf '\\033[H\\033[2Jkey=%s n=%s size=%sx%s' "$key" $n $1 $2
      echo "idle $n $1x$2" >&3
    }
    stty raw -echo
    draw
    while :; do
      key=$(dd bs=\(bytesAtOnce) count=1 2>/dev/null | od -An -tx1 | tr -d ' \\n')
      n=$((n + 1))
      case $key in
        62) head -c 300000 /dev/zero | tr '\\0' x ;;
        6e) echo "idle $n 5x40" >&3; continue ;;
        71) printf '\\033[H\\033[2Jbye'; exit 7 ;;
        73) kill -TSTP 0; stty raw -echo ;;
        7a) echo "idle or so" >&3 ;;
      esac
      draw
    done
    """
  }

  /// Shows the size whenever it changes; reads no keys.
  ///
  /// In Perl, because a shell can miss a signal: `sh` while a trap runs, `bash` just before `wait`.
  /// Signal 28 is SIGWINCH on Linux and Darwin.
  static let showingSize = ProgramLaunch("/usr/bin/perl", ["-e", sizeScript])

  /// Shows as fast as it can how many bytes it has read, and counts each as an input.
  static let counting = ProgramLaunch("/usr/bin/perl", ["-e", countScript])

  private static let countScript = #"""
    use POSIX;
    $| = 1;
    system "stty raw -echo";
    for (my $n = 0;; $n++) {
      print "\r$n.";
      POSIX::write(3, "idle $n 5x40\n", length "idle $n 5x40\n");
      exit 0 unless sysread STDIN, my $key, 1;
    }
    """#

  private static let sizeScript = #"""
    use POSIX;
    $| = 1;
    $SIG{WINCH} = sub {};
    POSIX::sigprocmask(SIG_BLOCK, POSIX::SigSet->new(28));
    while (1) {
      my ($rows, $columns) = split " ", `stty size`;
      print "\e[H\e[2Jsize=${rows}x$columns";
      POSIX::write(3, "idle 0 ${rows}x$columns\n", length "idle 0 ${rows}x$columns\n");
      POSIX::sigsuspend(POSIX::SigSet->new);
    }
    """#
}
