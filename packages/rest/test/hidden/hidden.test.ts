// Hidden objects look like missing ones: for every operation and caller.
import { operations } from '@trackerkit/core/operations'
import { expect, it } from 'vitest'
import { createAnswerer } from '../../src/answer/answer.js'
import { createRouter } from '../../src/router/router.js'
import { routes } from '../../src/routes/index.js'
import { onEverySite, type Site } from '../harness.js'
import { lists, table, type Case } from './table.js'
import { callers, hideThings, type Caller, type Thing } from './world.js'

async function fill(site: Site) {
  return { ...(await hideThings(site)), rest: createAnswerer(site.tracker) }
}
type World = Awaited<ReturnType<typeof fill>>

const names: string[] = Object.values(operations).flatMap((verbs: Readonly<Record<string, { name: string }>>) =>
  Object.values(verbs).map(({ name }) => name),
)
const cases = Object.values(table).flatMap((entry) => (typeof entry === 'string' ? [] : entry))

/** Puts the name of a thing in the place of {x}: a number is one in JSON too, but for the key of an object. */
function filled(text: string, name: number | string): string {
  return text
    .replace(/"\{x\}"(:?)/g, (_, colon: string) => (colon ? `"${name}":` : JSON.stringify(name)))
    .replaceAll('{x}', String(name))
}

type Request = Pick<Case, 'method' | 'path' | 'body'>

/** Sends the request without a socket: there are thousands of them. */
async function send({ rest, keys }: World, caller: Caller, { method, path, body }: Request, name: number | string) {
  const sent = body === undefined ? '' : filled(JSON.stringify(body), name)
  const {
    status,
    headers,
    body: answer,
  } = await rest({
    method,
    target: `/rest${filled(path, encodeURIComponent(name))}`,
    headers: { 'content-type': 'application/json', 'x-tracker-api-key': keys.get(caller) },
    body: async () => new TextEncoder().encode(sent),
  })
  return { status, headers, text: typeof answer === 'string' ? answer : 'a file' }
}

/** Everything a client can see, without the ETag and new IDs. */
function answerText({ method }: Request, { status, headers, text }: Awaited<ReturnType<typeof send>>): string {
  const { ETag: _tag, ...rest } = headers
  const shown = method === 'POST' ? text.replace(/^\{"ids?":\[?\d+/, 'made') : text
  return [status, shown, JSON.stringify(rest)].join(' ')
}

/** The responses for a hidden and for a missing object, with both names removed. */
async function bothAnswers(world: World, caller: Caller, one: Case, { hidden, absent }: Thing) {
  const parts = [hidden, absent].map((name) => String(name).replaceAll('.', '\\.')).join('|')
  const names = new RegExp(`(?<![\\w.-])(${parts})(?![\\w.-])`, 'gi')
  const answers = []
  for (const name of [hidden, absent])
    answers.push(answerText(one, await send(world, caller, one, name)).replace(names, '{x}'))
  return answers
}

function title({ method, path, body }: Case, who: string): string {
  return `${who}: ${method} ${path} ${body === undefined ? '' : JSON.stringify(body)}`
}

it('the table of hidden things asks every operation, or says which hidden thing it cannot name', () => {
  expect(Object.keys(table).toSorted()).toEqual(names.toSorted())
  const router = createRouter(routes)
  for (const [name, entry] of Object.entries(table)) {
    for (const { method, path } of typeof entry === 'string' ? [] : entry) {
      const segments = path.replace(/\?.*/, '').split('/').slice(1)
      expect(router.find(method, segments).route.operation.name, `the operation of ${method} ${path}`).toBe(name)
    }
  }
})

onEverySite('a hidden thing', (open, store) => {
  const isMemory = store === 'memory'
  // The rules are the same on every store: elsewhere one caller asks one thing of each operation.
  const asking = isMemory ? callers : (['plain'] as const)
  const asked = isMemory
    ? cases
    : Object.values(table).flatMap((entry) => (typeof entry === 'string' ? [] : entry.slice(0, 1)))

  it('is answered like an absent one, to all who may not see it', async () => {
    const world = await fill(await open())
    const differing: unknown[] = []
    for (const one of asked.filter(({ isTold }) => !isTold)) {
      const thing: Thing = world.things[one.thing]
      for (const caller of asking) {
        if ([...thing.seenBy, ...(one.seenBy ?? [])].includes(caller)) continue
        const [hidden, absent] = await bothAnswers(world, caller, one, thing)
        if (hidden !== absent) differing.push({ asked: title(one, caller), absent, hidden })
      }
    }
    expect(differing).toEqual([])
  }, 120_000)

  it.runIf(isMemory)('is in no list and no other answer', async () => {
    const world = await fill(await open())
    const words = Object.values(world.things).filter(({ hidden }) => typeof hidden === 'string')
    for (const caller of callers) {
      const unseen = words.filter(({ seenBy }) => !seenBy.includes(caller))
      for (const path of lists) {
        const { text } = await send(world, caller, { method: 'GET', path }, '')
        const found = unseen.filter(({ hidden }) => text.toLowerCase().includes(String(hidden).toLowerCase()))
        expect(found, `${caller}: ${path}`).toEqual([])
      }
    }
  })

  it.runIf(isMemory)('is shown to administrators, whose answers differ from those about an absent one', async () => {
    const world = await fill(await open())
    const alike: string[] = []
    for (const one of cases.filter(({ isAlike, isTold }) => !isAlike && !isTold)) {
      const [hidden, absent] = await bothAnswers(world, 'admin', one, world.things[one.thing])
      if (hidden === absent) alike.push(title(one, 'admin'))
    }
    expect(alike).toEqual([])
  })

  it.runIf(isMemory)('is noticed only where a name must be unique', async () => {
    for (const one of cases.filter(({ isTold }) => isTold)) {
      const world = await fill(await open())
      const told: string[] = []
      for (const caller of callers.filter((name) => name !== 'admin')) {
        const [hidden = '', absent = ''] = await bothAnswers(world, caller, one, world.things[one.thing])
        // After the first caller, the other name is taken as well.
        if (hidden !== absent && told.length === 0) told.push(hidden)
      }
      expect(told, `${title(one, 'somebody')} tells something`).toEqual([
        expect.stringMatching(/^400 .*("code":(103|500|702),|"name":"name_in_use")/) as string,
      ])
    }
  })
})
