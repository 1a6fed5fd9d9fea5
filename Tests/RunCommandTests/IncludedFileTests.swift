import Foundation
import ProgramSupport
import Testing

@Suite("Files that scenarios include")
struct IncludedFileTests {
  private static let part = "steps: [{device: {setPermission: granted}}]\n"

  private func folder(including path: String) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let inner = folder.url.appending(path: "inner")
    try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
    _ = try folder.write("inner/a.yaml", "name: a\nsteps: [{include: '\(path)'}]\n")
    _ = try folder.write("_part.yaml", IncludedFileTests.part)
    _ = try folder.write("secret", "top-secret-key: 1\nsteps: 2\n")
    return folder
  }

  @Test("are found beside a file that was named by one character", arguments: ["k", "é", "./k"])
  func shortName(path: String) throws {
    let folder = try TemporaryFolder()
    let name = path.hasSuffix("k") ? "k" : path
    _ = try folder.write(name, "name: a\nsteps: [{include: p}]\n")
    _ = try folder.write("p", IncludedFileTests.part)
    let run = try ProgramRun(["run", path], folder: folder.url)
    #expect(run.code == 0, "\(run.output)\(run.error)")
  }

  @Test(
    "lie below the folder that was named; nothing of another file is shown",
    arguments: ["../secret", "/etc/passwd", "%/secret", "link.yaml"])
  func outside(path: String) throws {
    let folder = try folder(including: "x")
    let root = folder.url.path
    _ = try folder.write(
      "inner/a.yaml", "name: a\nsteps: [{include: '\(path.replacing("%", with: root))'}]\n")
    try FileManager.default.createSymbolicLink(
      atPath: root + "/inner/link.yaml", withDestinationPath: root + "/secret")
    for command in ["run", "lint"] {
      let run = try ProgramRun([command, root + "/inner/a.yaml"])
      #expect(run.code == 65)
      let text = run.output + run.error
      #expect(text.contains("it lies outside of the scenario's folder"), "\(text)")
      #expect(text.contains("--allow-include DIR"))
      #expect(!text.contains("top-secret-key") && !text.contains("root:"))
    }
  }

  @Test("are read where the folder above was named, or is allowed")
  func allowed() throws {
    let folder = try folder(including: "../_part.yaml")
    let root = folder.url.path
    #expect(try ProgramRun(["run", root]).code == 0)
    #expect(try ProgramRun(["run", root + "/inner/a.yaml"]).code == 65)
    for command in ["run", "lint"] {
      let run = try ProgramRun([command, "--allow-include", root, root + "/inner/a.yaml"])
      #expect(run.code == 0, "\(run.error)")
    }
  }

  @Test("are regular files: a pipe without a writer holds nothing up", .timeLimit(.minutes(1)))
  func pipe() throws {
    let folder = try folder(including: "pipe")
    try #require(mkfifo(folder.url.appending(path: "inner/pipe").path, 0o600) == 0)
    let run = try ProgramRun(["run", folder.url.path + "/inner/a.yaml"])
    #expect(run.code == 65)
    #expect(run.error.contains("'\(folder.url.path)/inner/pipe'".prefix(20)))
    #expect(run.error.contains("it is no regular file"))
  }

  @Test("have no NUL in their path, which would end it early")
  func nul() throws {
    let folder = try folder(including: "x")
    _ = try folder.write("inner/a.yaml", #"name: a\#nsteps: [{include: "_p.yaml\0.yaml"}]\#n"#)
    let run = try ProgramRun(["run", folder.url.path + "/inner/a.yaml"])
    #expect(run.code == 65 && run.error.contains("a path has no NUL character"), "\(run.error)")
  }
}
