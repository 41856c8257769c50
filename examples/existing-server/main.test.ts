import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

describe('the example of an existing server', () => {
  it('serves its own page and the tracker below it, and ends at a signal', { timeout: 60_000 }, async () => {
    const main = fileURLToPath(new URL('main.ts', import.meta.url))
    const flags = ['--conditions=@trackerkit/source', '--import', 'tsx', main, '0']
    const server = spawn(process.execPath, flags, { stdio: ['ignore', 'pipe', 'inherit'] })
    const ended = once(server, 'exit')
    try {
      const [line] = (await once(createInterface({ input: server.stdout }), 'line')) as [string]
      const [url = ''] = /http:\S+/.exec(line) ?? []
      expect(await (await fetch(url)).text()).toContain('This page is our own.')
      expect(await (await fetch(`${url}/tracker/rest/version`)).json()).toEqual({
        version: expect.any(String) as string,
      })
    } finally {
      server.kill('SIGTERM')
    }
    expect(await ended).toEqual([0, null])
  })
})
