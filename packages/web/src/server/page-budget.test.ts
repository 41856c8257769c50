import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createHandler } from './handler.js'
import { createPageBudget, PageOverdue } from './page-budget.js'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

describe('createPageBudget', () => {
  it('lets others have their turn after 25 ms, and ends after 10 s', async () => {
    const budget = createPageBudget()
    vi.advanceTimersByTime(25)
    expect(budget.step()).toBeUndefined()
    vi.advanceTimersByTime(1)
    await expect(budget.step()).resolves.toBeUndefined()
    expect(budget.step()).toBeUndefined()
    vi.advanceTimersByTime(9974)
    expect(() => budget.step()).toThrow(PageOverdue)
  })
})

describe('a page', () => {
  it('is 503 with Retry-After when its data take longer than 10 s', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'trackerkit-manifest-'))
    const manifest = { script: 'main.js', style: 'main.css', icon: 'icon.svg', shared: [], pages: {} }
    writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest))
    const pages = createHandler({ rest: () => new Promise(() => undefined) }, pathToFileURL(`${folder}/`))
    const answer = pages(new Request('http://localhost/bug/1'))
    await vi.advanceTimersByTimeAsync(10_000)
    const response = await answer
    rmSync(folder, { recursive: true })
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1'])
    const text = await response.text()
    expect(text).toContain('This page took too long to load. Try again in a moment.')
    expect(text).not.toContain('<script')
  })
})
