import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const script = fileURLToPath(new URL('stdio-process.ts', import.meta.url))

function start() {
  const child = spawn(process.execPath, ['--import', 'tsx', '--conditions=@trackerkit/source', script])
  const ended = Promise.all([once(child, 'exit'), text(child.stderr)])
  return { child, ended: async () => (await ended).flat() as [code: number, signal: string, stderr: string] }
}

const line = (message: object) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`
const clientInfo = { name: 'test', version: '1' }
const initialize = line({
  ...{ id: 1, method: 'initialize' },
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo },
})
const whoAmI = (id: number) => line({ id, method: 'tools/call', params: { name: 'who_am_i', arguments: {} } })

describe('serveStdio', () => {
  it('answers requests that were sent before the input ended', async () => {
    const { child, ended } = start()
    child.stdin.end(initialize + line({ method: 'notifications/initialized' }) + whoAmI(2) + whoAmI(3))
    const answers = (await text(child.stdout)).trim().split('\n')
    const ids = answers.map((answer) => (JSON.parse(answer) as { readonly id: number }).id)
    expect(ids.toSorted((one, other) => one - other)).toEqual([1, 2, 3])
    const [code, , stderr] = await ended()
    expect({ code, stderr }).toEqual({ code: 0, stderr: 'closed\n' })
  })

  it('ends when nothing reads its output, so that the program can close the tracker', async () => {
    const { child, ended } = start()
    child.stdin.write(initialize)
    await once(child.stdout, 'data')
    child.stdout.destroy()
    await once(child.stdout, 'close')
    child.stdin.write(whoAmI(2))
    const [code, , stderr] = await ended()
    expect({ code, stderr }).toEqual({ code: 0, stderr: 'closed\n' })
  })
})
