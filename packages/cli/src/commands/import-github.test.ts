import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { eachInAFolder, folder, runHere } from '../../test/command.js'
import { addWidgets } from '../../test/widgets.js'
import { openTracker } from '../store/store.js'

const token = 'ghp_secret0123456789'
const issue = {
  ...{ number: 3, title: 'It blinks', body: 'Often', state: 'open', state_reason: null, comments: 0 },
  ...{ user: { login: 'octocat' }, assignees: [], labels: [], milestone: null },
  html_url: 'https://github.com/octocat/hello/issues/3',
  ...{ created_at: '2011-04-10T20:09:31Z', updated_at: '2011-04-22T13:33:48Z', closed_at: null },
}
eachInAFolder()

let db: string
/** The output of all commands. */
let said: string
let github: Server
beforeEach(async () => {
  db = join(folder, 'tracker.db')
  said = ''
  github = createServer(({ url = '', headers }, response) => {
    const isKnown = headers.authorization === `Bearer ${token}`
    response.writeHead(isKnown ? 200 : 401, { 'Content-Type': 'application/json' })
    response.end(JSON.stringify(isKnown ? (url.includes('/issues') ? [issue] : {}) : { message: 'Bad credentials' }))
  })
  await new Promise<void>((resolve) => github.listen(0, '127.0.0.1', resolve))
})
afterEach(async () => {
  github.closeAllConnections()
  await new Promise((resolve) => github.close(resolve))
  vi.unstubAllEnvs()
})

async function command(...args: string[]): Promise<number | null> {
  const { code, out, err } = await runHere(['import', 'github', ...args, '--db', db])
  said += out + err
  return code
}

describe('trackerkit import github', () => {
  it('imports issues with the token from the environment, and prints neither the token nor more than one line of an error', async () => {
    const tracker = await openTracker(db)
    await addWidgets(tracker)
    await tracker.close()
    const url = `http://127.0.0.1:${(github.address() as AddressInfo).port}/api/v3`
    const bring = (...args: string[]) => command('--repo', 'octocat/hello', '--api-url', url, ...args)
    vi.stubEnv('GITHUB_TOKEN', 'ghp_wrong')
    expect(await bring('--product', 'Widgets')).toBe(1)
    expect(said).toMatch(/^[^\n]*GitHub does not accept the token in GITHUB_TOKEN\n$/)
    vi.stubEnv('GITHUB_TOKEN', token)
    expect(await bring('--product', 'Widgets')).toBe(0)
    expect(said).toContain('issues: 1 created\n')
    expect(await bring('--product', 'Nothing')).toBe(1)
    expect(said).toContain('there is no product Nothing')
    expect(await bring()).toBe(2)
    expect(await command('--repo', 'o/r', '--product', 'Widgets', '--api-url', 'nowhere')).toBe(2)
    expect(said).not.toContain('ghp_')
  })
})
