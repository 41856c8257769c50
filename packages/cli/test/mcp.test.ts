// `trackerkit mcp`, asked by the client of the SDK.
import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { describe, expect, it } from 'vitest'
import { administrator } from '../src/demo/setting.js'
import { eachInAFolder, folder, runHere, start } from './command.js'

const command = fileURLToPath(new URL('../dist/cli.js', import.meta.url))

eachInAFolder()

async function connect(args: readonly string[], env: Record<string, string> = {}): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' })
  const started = {
    command: process.execPath,
    args: [command, 'mcp', ...args],
    env,
    cwd: folder,
    stderr: 'ignore' as const,
  }
  await client.connect(new StdioClientTransport(started))
  return client
}

async function search(client: Client): Promise<string> {
  const { content } = await client.callTool({ name: 'search_bugs', arguments: { quicksearch: 'ALL', limit: 1 } })
  return (content as readonly { readonly text: string }[])[0]?.text ?? ''
}

describe('trackerkit mcp', () => {
  it('serves an assistant with the rights of an account, from a file and from a tracker that is served', async () => {
    const demo = start(['demo', '--port', '0', '--db', 'tracker.db'])
    const url = await demo.url()
    const clients = await Promise.all([
      connect(['--db', 'tracker.db', '--as', administrator.login]),
      connect(['--url', url], { TRACKERKIT_API_KEY: administrator.apiKey }),
    ])
    for (const answer of await Promise.all(clients.map(search)))
      expect(JSON.parse(answer)).toMatchObject({ total: 200, bugs: [{ id: 200 }] })
    await Promise.all(clients.map((client) => client.close()))
  })

  it('says what it needs', async () => {
    const url = ['--url', 'http://127.0.0.1:1']
    const wrong = [
      [[], 'mcp requires --as LOGIN, or --url URL with an API key'],
      [url, '--url requires TRACKERKIT_API_KEY or --api-key'],
      [[...url, '--as', 'bob@example.com', '--api-key', 'x'], '--url cannot be used with --db or --as'],
      [['--as', 'bob@example.com', '--max-text', '5'], "--max-text must be a number from 100 to 40000, not '5'"],
    ] as const
    for (const [args, message] of wrong) {
      const { code, err } = await runHere(['mcp', ...args])
      expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(message) as string })
    }
  })
})
