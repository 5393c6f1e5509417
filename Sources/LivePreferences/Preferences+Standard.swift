import PreferencesStore

extension Preferences {
  @TaskLocal private static var standardOfTask: Preferences?

  private static let standardOfProcess = makeStandard()

  /// The preferences of this program: the domain is the executable's name, with `-` for characters
  /// that a domain's name may not have.
  ///
  /// Property wrappers and models that are given no store look here once, when they are made.
  public static var standard: Preferences { standardOfTask ?? standardOfProcess }

  /// Runs a test with preferences of its own in the place of ``standard``.
  ///
  /// Only what runs in this task and its children is concerned, so that two tests in parallel do
  /// not meet.
  ///
  /// ```swift
  /// Preferences.withStandard(.inMemory()) { Settings().fontSize }
  /// ```
  public static func withStandard<Result, Failure: Error>(
    _ preferences: Preferences, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var outcome: Swift.Result<Result, Failure>?
    $standardOfTask.withValue(preferences) {
      do throws(Failure) {
        outcome = .success(try body())
      } catch {
        outcome = .failure(error)
      }
    }
    guard let outcome else { preconditionFailure("the body did not run") }
    return try outcome.get()
  }

  /// Runs a test with preferences of its own in the place of ``standard``.
  public static func withStandard<Result>(
    _ preferences: Preferences, isolation actor: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await $standardOfTask.withValue(preferences, operation: body, isolation: actor)
  }

  private static func makeStandard() -> Preferences {
    do {
      return try Preferences(domain: LayeredStore.standardDomain)
    } catch {
      fatalError("The standard preferences cannot be opened: \(error)")
    }
  }
}
