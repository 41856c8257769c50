import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { version } from '../src/index.js'

// As `npm test` has built it. By a name that is no literal: the types of the workspace are those of the sources.
const built = new URL('../dist/index.js', import.meta.url).href

it('the built package and its sources say the version that package.json says', async () => {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  const ofBuild = ((await import(built)) as { readonly version: string }).version
  expect(manifest).toMatchObject({ version: ofBuild })
  expect(ofBuild).toBe(version)
})
