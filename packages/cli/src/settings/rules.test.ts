import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, it, vi } from 'vitest'
import { addWidgets, widgets } from '../../test/widgets.js'
import { openTracker } from '../store/store.js'
import { loadRules } from './rules.js'

const folder = mkdtempSync(join(tmpdir(), 'trackerkit-rules-'))
afterAll(() => rmSync(folder, { recursive: true }))
afterEach(() => vi.unstubAllEnvs())

let made = 0

function moduleOf(text: string, mode = 0o644): string {
  const file = join(folder, `rules-${(made += 1)}.mjs`)
  writeFileSync(file, text)
  chmodSync(file, mode)
  return file
}

const rule = (name: string, more = '') =>
  `{ name: '${name}', on: ['bug.create'], needs: ['summary'], check: ({ after }) => after.summary === 'No' ? 'Not this one.' : undefined, ${more} }`

it('loadRules returns the rules of all modules in order, and a tracker asks them', async () => {
  const files = [moduleOf(`export default [${rule('one')}]`), moduleOf(`export default [${rule('two')}]`)]
  vi.stubEnv('TRACKERKIT_RULES', files.join(','))
  const rules = await loadRules(undefined)
  expect(rules?.map(({ name }) => name)).toEqual(['one', 'two'])
  const tracker = await openTracker(':memory:', { rules })
  const system = tracker.asSystem('admin@example.com')
  await addWidgets(tracker)
  const bug = { ...widgets, summary: 'No' }
  await expect(system.bugs.create(bug)).rejects.toMatchObject({ code: 'rule_refused', message: 'Not this one.' })
  expect((await system.server.metadata()).rules).toEqual(['one', 'two'])
  expect((await tracker.as(null).server.metadata()).rules).toBeUndefined()
  await tracker.close()
})

it('loadRules returns nothing without modules, and names the module and the rule that cannot be used', async () => {
  expect(await loadRules(undefined)).toBeUndefined()
  const wrong: readonly (readonly [file: string, message: string])[] = [
    [join(folder, 'missing.mjs'), 'missing.mjs is not a file'],
    [moduleOf(`export default [${rule('open')}]`, 0o666), 'other users can write to'],
    [moduleOf('export default 7'), 'rules'],
    [moduleOf('export const rules = []'), 'rules'],
    [moduleOf(`export default [${rule('first')}, ${rule('second', "on: ['bug.delete']")}]`), 'rule second'],
    [moduleOf('export default ['), 'cannot be loaded'],
    [moduleOf(`throw new Error('oops')`), 'cannot be loaded: oops'],
  ]
  for (const [file, message] of wrong) {
    await expect(loadRules([file])).rejects.toThrow(message)
    await expect(loadRules([file])).rejects.toThrow(file)
  }
  const twice = moduleOf(`export default [${rule('twice')}]`)
  await expect(loadRules([twice, twice])).rejects.toThrow('twice')
})
