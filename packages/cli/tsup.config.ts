import { execFileSync } from 'node:child_process'
import { defineConfig } from 'tsup'
import { library } from '../../tsup.base.js'

/** Writes the example tracker of the demo, with the sources of the packages: they may not be built yet. */
function writeExample(): void {
  const flags = ['--conditions=@trackerkit/source', '--import', 'tsx']
  execFileSync(process.execPath, [...flags, 'src/demo/write-snapshot.ts', 'dist/demo.jsonl.gz'], { stdio: 'inherit' })
}

// A command, not a library: no types needed.
export default defineConfig({
  ...library(['src/cli.ts']),
  dts: false,
  onSuccess: () => Promise.resolve(writeExample()),
})
