import DocumentChecks
import PropertyLists

// Fuzz --format json|xml|binary [--executions N] [--seed S] [--corpus DIR]: checks mutations.
// Fuzz --format json|xml|binary --file FILE [--executions N] [--seed S]: checks one file.
// Fuzz --format json|xml|binary --hostile N: shows what the N slowest hostile inputs cost.
let options = FuzzOptions(CommandLine.arguments.dropFirst())
let run = FuzzRun(options)
runOnSmallStack {
  if let file = options.file {
    run.check(file: file)
  } else if let count = options.hostile {
    HostileRun(format: options.format).show(count)
  } else {
    run.execute()
  }
}
