// The commands that run for long say when they do not understand how long.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { wholeNumbers } from '../scripts/whole-numbers.mjs'

it.each([['many'], ['0'], ['1', 'x'], ['-5'], ['1.5'], ['']])('no command runs for %s, %s times', (...given) => {
  expect(() => wholeNumbers(given, 'npm run it')).toThrow(/^usage: npm run it, whole numbers above 0; not /)
})

it('commands run the given number of times, from the given seed', () => {
  expect(wholeNumbers(['25', '7'], 'npm run it')).toEqual([25, 7])
  expect(wholeNumbers([], 'npm run it')).toEqual([])
})

it.each(['fuzz/main.ts', 'torture/main.ts', 'scripts/simulate.mjs', 'scripts/follow.mjs'])(
  '%s refuses other arguments, shows its usage and ends with 1',
  (name) => {
    const script = fileURLToPath(new URL(`../${name}`, import.meta.url))
    const loader = name.endsWith('.ts') ? ['--import', 'tsx'] : []
    const { status, stderr } = spawnSync(process.execPath, [...loader, script, '1', 'x'], { encoding: 'utf8' })
    expect([status, stderr]).toEqual([1, expect.stringMatching(/^usage: npm run .*not x\n$/)])
  },
)
