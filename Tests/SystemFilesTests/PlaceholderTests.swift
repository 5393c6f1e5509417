import Testing

@testable import SystemFiles
