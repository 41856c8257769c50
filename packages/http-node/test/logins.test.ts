// Effect of many logins on clients in other networks.
import type * as Crypto from 'node:crypto'
import { memoryStore } from '@trackerkit/adapter-memory'
import { createTracker } from '@trackerkit/core'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { serve } from '../src/serve.js'

// Passwords are hashed when the test wants it.
const hashing = vi.hoisted(() => ({ isHeld: false, held: [] as (() => void)[] }))
vi.mock('node:crypto', async (load) => {
  const crypto = await load<typeof Crypto>()
  const scrypt = (...call: Parameters<typeof Crypto.scrypt>) => {
    if (hashing.isHeld) hashing.held.push(() => crypto.scrypt(...call))
    else crypto.scrypt(...call)
  }
  return { ...crypto, scrypt }
})

function release(): void {
  hashing.isHeld = false
  for (const hash of hashing.held.splice(0)) hash()
}

const ending: (() => unknown)[] = []
afterEach(async () => {
  release()
  for (const end of ending.splice(0).toReversed()) await end()
})

const password = 'correct horse battery'

async function start() {
  const tracker = await createTracker({ store: memoryStore() })
  const system = tracker.asSystem()
  await system.users.create({ email: 'alice@example.com', password })
  await system.parameters.update({ parameters: { inbound_proxies: '127.0.0.1' } })
  const server = await serve({ tracker, port: 0, timeouts: { grace: 0 } })
  ending.push(() => server.stop())
  hashing.isHeld = true
  return async (login: string, address: string) => {
    const answer = await fetch(new URL('/rest/login', server.url), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': address },
      body: JSON.stringify({ login, password }),
    })
    return [answer.status, answer.headers.get('retry-after')]
  }
}

describe('a crowd that logs in', () => {
  it('gets 429 with Retry-After where it is of one network, and others log in', async () => {
    const logIn = await start()
    // Two are hashed and four wait.
    const crowd = Array.from({ length: 7 }, (_, n) => logIn(`nobody${n}@example.com`, `203.0.113.${n + 1}`))
    expect(await Promise.race(crowd)).toEqual([429, '1'])
    const alice = logIn('alice@example.com', '198.51.100.1')
    release()
    expect(await alice).toEqual([200, null])
    const statuses = (await Promise.all(crowd)).map(([status]) => status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(6)
  })

  it('gets 503 with Retry-After where it is of many networks and fills all places', async () => {
    const logIn = await start()
    // Two are hashed and twelve wait.
    const crowd = Array.from({ length: 15 }, (_, n) => logIn(`nobody${n}@example.com`, `198.18.${n}.1`))
    expect(await Promise.race(crowd)).toEqual([503, '1'])
    release()
    const statuses = (await Promise.all(crowd)).map(([status]) => status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(14)
  })
})
