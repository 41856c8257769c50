import { writeFileSync } from 'node:fs'
import { defineConfig } from 'tsup'
import { library } from '../../tsup.base.js'
import { licensesOf } from '../../licenses.base.js'
import { smallEntities } from '../../entities.base.js'

/** The files that go into the bundle. */
const inputs: string[] = []

export default defineConfig({
  ...library(['src/index.ts', 'src/links.ts']),
  esbuildPlugins: [
    smallEntities,
    {
      name: 'note-inputs',
      setup(building) {
        building.onEnd(({ metafile }) => void inputs.push(...Object.keys(metafile?.inputs ?? {})))
      },
    },
  ],
  onSuccess: async () => writeFileSync('dist/LICENSES.md', await licensesOf(inputs)),
})
