import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isDeepStrictEqual } from 'node:util'
import type { Operations } from '@trackerkit/types'
import { createNodeHandler } from '@trackerkit/http-node'
import { describe, expect, it } from 'vitest'
import { connect } from '../src/index.js'
import { routes } from '../src/generated/routes.js'
import { everyOperation, type Outcomes, type People } from './every-operation.js'
import { openWorld, url, type World } from './world.js'

/** The same operations, which note the names of those that are called. */
function noting(operations: Operations, called: Set<string>): Operations {
  const noted = Object.entries(operations).map(([resource, verbs]: [string, object]) => {
    const calls = (verb: string) => called.add(`${resource}.${verb}`)
    const get = (target: object, verb: string) => (calls(verb), Reflect.get(target, verb) as unknown)
    return [resource, Object(verbs) === verbs ? new Proxy(verbs, { get: get as never }) : verbs]
  })
  return Object.fromEntries(noted) as Operations
}

/** `address` is the client's: the log records where keys are used. */
function inProcess({ tracker, keys }: World, address?: string): People {
  const as = (api_key: string) => tracker.as({ api_key }, { address })
  return { admin: as(keys.admin), alice: as(keys.alice), nobody: tracker.as(null) }
}

/** Over HTTP times have whole seconds. */
function inWholeSeconds(value: unknown): unknown {
  if (value instanceof Date) return new Date(Math.floor(value.getTime() / 1000) * 1000)
  if (value instanceof Uint8Array || typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(inWholeSeconds)
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, inWholeSeconds(inner)]))
}

/** Those that differ, side by side. */
function differences(outcomes: Outcomes, expected: Outcomes): Outcomes {
  const titles = new Set([...Object.keys(expected), ...Object.keys(outcomes)])
  const pairs = [...titles].map((title) => [title, [outcomes[title], inWholeSeconds(expected[title])]] as const)
  return Object.fromEntries(pairs.filter(([, [one, other]]) => !isDeepStrictEqual(one, other)))
}

describe('a function that takes operations', () => {
  it('gets through the client, over a server, what it gets in process: every operation, times, bytes and errors', async () => {
    const [here, there] = [await openWorld(), await openWorld()]
    const expected = await everyOperation(inProcess(here, '127.0.0.1'))
    const answer = createNodeHandler(there.tracker)
    const server = createServer((request, response) => void answer(request, response))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const called = new Set<string>()
    const as = (apiKey?: string) => noting(connect({ url: address, apiKey }), called)
    const outcomes = await everyOperation({
      admin: as(there.keys.admin),
      alice: as(there.keys.alice),
      nobody: as(),
    })
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    expect(differences(outcomes, expected)).toEqual({})
    expect([...called].toSorted()).toEqual(Object.keys(routes).toSorted())
    await here.tracker.close()
    await there.tracker.close()
  })

  it('gets the same from a handler in the same process', async () => {
    const [here, there] = [await openWorld(), await openWorld()]
    const expected = await everyOperation(inProcess(here))
    const { keys } = there
    const as = (apiKey?: string) => connect({ url, fetch: there.handler, apiKey })
    const outcomes = await everyOperation({
      admin: as(keys.admin),
      alice: as(keys.alice),
      nobody: as(),
    })
    expect(differences(outcomes, expected)).toEqual({})
  })
})
