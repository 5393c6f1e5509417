import ObservablePreferences
import Testing

@Suite(.timeLimit(.minutes(5))) struct ObservationsTests {
  @Test("U6, U8: a model read inside Observations is followed, whoever changes it")
  func aModelIsFollowed() async throws {
    let store = Preferences.inMemory()
    let model = Shared(store: store)
    var counts = Observations { model.count }.makeAsyncIterator()
    #expect(await counts.next() == 0)
    let changes: [() -> Void] = [
      { model.count = 1 }, { Shared(store: store).count = 2 },
      { try? store.setValue(3, named: "Shared.count") },
    ]
    for (number, change) in changes.enumerated() {
      change()
      #expect(await counts.next() == number + 1)
    }
  }

  @Test("U6: a model of the main actor is followed there") @MainActor
  func aModelOfTheMainActorIsFollowed() async {
    let store = Preferences.inMemory()
    let model = MainModel(store: store)
    var sizes = Observations { model.size }.makeAsyncIterator()
    #expect(await sizes.next() == 3)
    model.size = 4
    #expect(await sizes.next() == 4)
    await Task.detached { try? store.setValue(5, named: "MainModel.size") }.value
    #expect(await sizes.next() == 5)
  }
}
