// Every stage that is documented is measured somewhere.
import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const folders = ['core', 'http-node', 'rest', 'web'].map((name) => `packages/${name}/src`)
const sources = folders.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map((name) => readFileSync(`${folder}/${name}`, 'utf8')),
)

it('measures every stage', () => {
  const type = /type Stage = (.*)/.exec(readFileSync('packages/core/src/kernel/stages.ts', 'utf8'))?.[1] ?? ''
  const stages = [...type.matchAll(/'(\w+)'/g)].map(([, name]) => name)
  expect(stages.length).toBeGreaterThan(5)
  const measured = sources.flatMap((text) =>
    [...text.matchAll(/\b(?:stage|endStage|measure)\((?:[^'\n]*, )?'(\w+)'/g)].map(([, name]) => name),
  )
  expect(stages.filter((name) => !measured.includes(name))).toEqual([])
})
