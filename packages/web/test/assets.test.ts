// Built assets for browsers.
import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { requireWithinBudgets } from '../build/budgets.js'
import { licensesOf } from '../../../licenses.base.js'
import type { Manifest } from '../src/server/assets.js'
import { builtAssets } from './harness.js'

const built = async (name: string) => readFile(new URL(name, await builtAssets()), 'utf8')

describe('the files that browsers load', () => {
  it('go with the licences of all libraries that are in them', async () => {
    const licenses = await built('LICENSES.md')
    const libraries = ['preact', '@preact/signals', '@preact/signals-core', 'lucide', 'diff']
    for (const name of libraries) expect(licenses).toMatch(new RegExp(`^## ${name} \\d+\\.\\d+\\.\\d+ \\(`, 'm'))
    for (const one of licenses.split(/^## /m).slice(1))
      expect(one).toMatch(/THE SOFTWARE IS PROVIDED|THIS SOFTWARE IS PROVIDED|DISCLAIMS ALL/i)
  })

  it('are one script for lists and bugs, and at most five for every other page', async () => {
    const { script, shared, pages } = JSON.parse(await built('manifest.json')) as Manifest
    const importsOf = async (name: string) => (await built(name)).match(/(?<=(?:import|from)"\.\/)[^"]+/g) ?? []
    expect(await importsOf(script)).toEqual([])
    for (const [page, name] of Object.entries(pages))
      expect([page, new Set([name, script, ...shared, ...(await importsOf(name))]).size <= 5]).toEqual([page, true])
  })

  it('are not made when a library brings no licence', async () => {
    await expect(licensesOf([new URL('../../../node_modules/none/x.js', import.meta.url).pathname])).rejects.toThrow(
      /none/,
    )
  })

  it('are not made when one of them is larger than it may be', async () => {
    const manifest = {
      script: 's',
      style: 'c',
      more: 'd',
      all: 'e',
      icon: 'i',
      markdown: 'm',
      report: 'r',
      start: 't',
      shared: ['p'],
      pages: { admin: 'a' },
    }
    const require = (sizes: Record<string, number>) =>
      requireWithinBudgets(manifest, new Map(Object.entries(sizes)), ['s', 'n'])
    const right = {
      s: 60_000,
      p: 15_000,
      c: 10_000,
      d: 10_000,
      e: 20_000,
      m: 20_000,
      n: 5_000,
      r: 6_000,
      t: 500,
      a: 35_000,
    }
    await require(right)
    for (const name of Object.keys(right) as (keyof typeof right)[]) {
      await expect(require({ ...right, [name]: right[name] + 1 })).rejects.toThrow(/has \d+ bytes as gzip and may have/)
    }
  })
})
