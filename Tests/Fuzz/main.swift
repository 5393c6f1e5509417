import DocumentChecks
import PropertyLists

// Fuzz --format json|xml|binary [--executions N] [--seed S] [--corpus DIR] [--file FILE]
let options = FuzzOptions(CommandLine.arguments.dropFirst())
let run = FuzzRun(options)
runOnSmallStack {
  if let file = options.file {
    run.check(file: file)
  } else {
    run.execute()
  }
}
