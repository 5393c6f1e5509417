import Testing

@Suite(.timeLimit(.minutes(5))) struct `Observable models` {
  @Test func `observable-model prints what happens to its properties`() async throws {
    let outcome = try await run("observable-model", [])
    #expect(outcome.errors == [])
    #expect(outcome.status == 0)
    #expect(
      outcome.output == [
        "defaults: 12.0 system nobody",
        "another model: Ada",
        "the size changes",
        "theme: light",
        "theme: dark",
        "after the edit: 15.0 dark Ada",
      ])
  }
}
