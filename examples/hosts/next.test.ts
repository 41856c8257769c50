// Next.js: the routes, called as Next.js calls them, and built and served by it when TRACKERKIT_TEST_NEXT is set, which takes a while.
import { spawn, spawnSync } from 'node:child_process'
import { cpSync, rmSync } from 'node:fs'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { toNodeHandler } from '@trackerkit/http-node'
import { NextRequest } from 'next/server.js'
import { describe, expect, it } from 'vitest'
import { POST as logIn } from './next/app/login/route.js'
import { DELETE, GET, HEAD, OPTIONS, POST, PUT } from './next/app/tracker/rest/[...path]/route.js'
import { asItShouldBe, visit } from './visit.js'

const methods = new Map(Object.entries({ GET, HEAD, POST, PUT, DELETE, OPTIONS }))

/** Routes by their path, and handlers by their method, as Next.js finds them. */
async function answer(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url)
  if (pathname === '/login') return logIn()
  const method = pathname.startsWith('/tracker/rest/') ? methods.get(request.method) : undefined
  return method ? method(new NextRequest(request)) : new Response(null, { status: 404 })
}

describe('a tracker below a folder of Next.js', () => {
  it('works when its routes are called', async () => {
    const handler = toNodeHandler(answer)
    const server = createServer((request, response) => void handler(request, response)).listen(0, '127.0.0.1')
    await once(server, 'listening')
    try {
      expect(await visit(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)).toEqual(asItShouldBe)
    } finally {
      server.close()
      server.closeAllConnections()
    }
  })

  it.skipIf(process.env['TRACKERKIT_TEST_NEXT'] === undefined)(
    'works as built and served',
    { timeout: 300_000 },
    async () => {
      // Next.js writes into the folder that it builds.
      const here = fileURLToPath(new URL('.', import.meta.url))
      const folder = `${here}.next-copy`
      const program = `${here}node_modules/next/dist/bin/next`
      const env = { ...process.env, NODE_ENV: 'production' as const, NEXT_TELEMETRY_DISABLED: '1' }
      cpSync(`${here}next`, folder, { recursive: true })
      try {
        spawnSync(process.execPath, [program, 'build'], { cwd: folder, env, stdio: 'inherit' })
        const args = ['start', '--hostname', '127.0.0.1', '--port', '0']
        const server = spawn(process.execPath, [program, ...args], {
          cwd: folder,
          env,
          stdio: ['ignore', 'pipe', 'inherit'],
        })
        try {
          for await (const line of createInterface({ input: server.stdout })) {
            const url = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0]
            if (url === undefined) continue
            expect(await visit(url)).toEqual(asItShouldBe)
            break
          }
        } finally {
          server.kill()
          await once(server, 'exit')
        }
      } finally {
        rmSync(folder, { recursive: true })
      }
    },
  )
})
