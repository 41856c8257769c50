import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'

/** Programs that some tests work with, and the package of Debian that has each. Tests are skipped without them. */
const programs = [
  {
    package: 'chromium-headless-shell',
    isMissing: () =>
      process.env.CHROMIUM === undefined &&
      ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'].every((name) =>
        fails('which', name),
      ),
  },
  {
    package: 'python3-bugzilla',
    isMissing: () => ['python3', '/usr/bin/python3'].every((name) => fails(name, '-c', 'import bugzilla')),
  },
]

/**
 * A vitest reporter whose last line can be read by a machine: `12 passed, 0 failed`. With TRACKERKIT_FAILED_FILES, it writes the failed
 * test files to that file, a line each; none if an error belongs to no file.
 */
export default class CountReporter {
  onTestRunEnd(modules, unhandledErrors) {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const results = tests.map((test) => test.result())
    const states = results.map(({ state }) => state)
    const passed = states.filter((state) => state === 'passed').length
    const failed = states.filter((state) => state === 'failed').length
    // A file that does not load, a failing hook and a stray rejection fail the run without failing a test.
    const broken = modules
      .flatMap((module) => [module, ...module.children.allSuites()])
      .filter((it) => it.errors().length > 0)
    for (const note of new Set(results.map(({ note }) => note))) if (note) console.log(`\nTests were skipped: ${note}`)
    if (states.includes('skipped')) printMissing()
    const list = process.env.TRACKERKIT_FAILED_FILES
    if (list && unhandledErrors.length === 0)
      writeFileSync(list, modules.flatMap((module) => (module.ok() ? [] : [`${module.relativeModuleId}\n`])).join(''))
    console.log(`\n${passed} passed, ${failed + broken.length + unhandledErrors.length} failed`)
  }
}

function printMissing() {
  const missing = programs.filter(({ isMissing }) => isMissing()).map((program) => program.package)
  if (missing.length === 0) return
  console.log(`\nTests were skipped for want of ${missing.join(' and ')}. On Debian and Ubuntu:`)
  console.log(`  sudo apt-get install ${missing.join(' ')}`)
}

function fails(program, ...args) {
  return spawnSync(program, args).status !== 0
}
