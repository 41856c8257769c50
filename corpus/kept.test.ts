import { randomUUID } from 'node:crypto'
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { keptFolder } from './kept.js'

it('keptFolder makes its files once, and again when a maker changes', async () => {
  const sources = mkdtempSync(join(tmpdir(), 'trackerkit-kept-'))
  const maker = join(sources, 'maker.ts')
  writeFileSync(maker, 'one')
  const name = `kept-${randomUUID()}`
  let times = 0
  const kept = () =>
    keptFolder(name, [maker], async (folder) => writeFileSync(join(folder, 'file'), `made ${++times} times`))
  const read = async () => readFileSync(join(await kept(), 'file'), 'utf8')
  expect([await read(), await read()]).toEqual(['made 1 times', 'made 1 times'])
  appendFileSync(maker, 'two')
  expect(await read()).toBe('made 2 times')
  const all = dirname(await kept())
  rmSync(all, { recursive: true })
  rmSync(sources, { recursive: true })
})
