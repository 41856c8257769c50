// The conformance suite for runtimes other than Node: of the store in memory, or of SQLite in files of a folder.
import { join } from 'node:path'
import { memoryStore } from '../../adapter-memory/src/index.js'
import { sqliteStore } from '@trackerkit/adapter-sqlite'
import { conformance } from '@trackerkit/core/conformance'

const folder = process.argv[2]
const tests: { readonly title: string; readonly run: () => unknown }[] = []
let files = 0

function inFile(file: string) {
  const open = () => sqliteStore(file, { driver: 'node:sqlite' })
  return { store: open(), reopen: open, another: open }
}

conformance({
  test: (title, run) => void tests.push({ title, run }),
  rounds: 1,
  factory: () => (folder === undefined ? { store: memoryStore() } : inFile(join(folder, `${(files += 1)}.db`))),
})

let passed = 0
for (const { title, run } of tests) {
  try {
    await run()
    passed += 1
  } catch (error) {
    console.error(title, error)
  }
}
console.log(`${passed} of ${tests.length}`)
process.exitCode = passed === tests.length ? 0 : 1
