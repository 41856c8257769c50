/** A vitest reporter whose one line can be read by a machine: `12 passed, 0 failed`. */
export default class CountReporter {
  onTestRunEnd(modules, unhandledErrors) {
    const states = modules.flatMap((module) => [...module.children.allTests()].map((test) => test.result().state))
    const passed = states.filter((state) => state === 'passed').length
    const failed = states.filter((state) => state === 'failed').length
    // A file that does not load, a failing hook and a stray rejection fail the run without failing a test.
    const broken = modules
      .flatMap((module) => [module, ...module.children.allSuites()])
      .filter((it) => it.errors().length > 0)
    console.log(`\n${passed} passed, ${failed + broken.length + unhandledErrors.length} failed`)
  }
}
