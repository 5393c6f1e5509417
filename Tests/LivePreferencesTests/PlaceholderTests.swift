import Testing

@testable import LivePreferences
