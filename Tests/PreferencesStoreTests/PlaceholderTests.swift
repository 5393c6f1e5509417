import Testing

@testable import PreferencesStore
