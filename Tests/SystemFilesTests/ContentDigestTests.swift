import SystemFiles
import Testing

struct ContentDigestTests {
  /// From the reference implementation (`xxhsum -H1`).
  @Test(arguments: [
    ("", "ef46db3751d8e999"), ("a", "d24ec4f1a98c6e5b"), ("abc", "44bc2cf5ad770999"),
    ("Nobody inspects the spammish repetition", "fbcea83c8a378bf1"),
  ])
  func itAgreesWithTheReference(text: String, digest: String) {
    #expect(ContentDigest(Array(text.utf8)).hexadecimal == digest)
  }
}
