import Foundation
import Testing

/// Programs written for other libraries do with this one what they did, and hear of others.
@Suite(.timeLimit(.minutes(5))) struct `Programs moved over` {
  @Test(arguments: [MovedProgram.storage, .keys, .model])
  func `print what they promise, and leave it in the file`(_ program: MovedProgram) async throws {
    let scratch = try Scratch()
    let path = scratch.file("preferences.json")
    if let before = program.before { try overwrite(path, with: before) }
    let outcome = try await run(program.name, [path])
    #expect(outcome.errors == [])
    #expect(outcome.output == program.output.split(separator: "\n").map(String.init))
    #expect(outcome.status == 0)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == program.after)
  }
}
