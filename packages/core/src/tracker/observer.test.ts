import { describe, expect, it } from 'vitest'
import { onAnyStore } from '../../test/harness.js'
import type { Observer, OperationEnded, Statement } from '../kernel/observer.js'
import { defaultEnvironment } from '../kernel/environment.js'
import { StoreError } from '../store/index.js'
import { createHealth } from './health.js'

const made = { product: 'Widgets', component: 'UI', version: '1.0', summary: 'It blinks' }

function createRecorder() {
  const delivered: string[] = []
  const told: { ended: OperationEnded[]; statements: Statement[]; open: number; rest: unknown[]; parents: unknown[] } =
    {
      ...{ ended: [], statements: [], open: 0, rest: [], parents: [] },
    }
  const observer: Observer = {
    operation: ({ parent }) => {
      told.parents.push(parent)
      return {
        statement: (statement) => {
          told.statements.push(statement)
          told.open++
          return () => void told.open--
        },
        ended: (ended) => void told.ended.push(ended),
      }
    },
    transaction: ({ kind, outcome }) => void told.rest.push(`${kind} ${outcome}`),
    delivery: ({ of, outcome }) => void delivered.push(`${of} ${outcome}`),
    reload: (what) => void told.rest.push(what),
  }
  return { told, delivered, observer }
}

onAnyStore('an observer of a tracker', (open) => {
  it('gets caller, outcome and statements of each run, and no texts', async () => {
    const { told, observer } = createRecorder()
    const { tracker } = await open({ observer })
    told.rest.length = 0
    const alice = tracker.as({ login: 'alice@example.com' })
    const { id } = await alice.bugs.create(made)
    await expect(alice.bugs.get({ ids: [id + 1] })).rejects.toMatchObject({ code: 'bug_id_does_not_exist' })
    await tracker.transaction((tx) => tx.as({ login: 'alice@example.com' }).comments.create({ id, comment: 'Still' }))
    expect(told.ended.map(({ operation, outcome }) => [operation, outcome])).toEqual([
      ['bugs.create', 'ok'],
      ['bugs.get', 'bug_id_does_not_exist'],
      ['comments.create', 'ok'],
    ])
    const [first] = told.ended
    expect(first).toMatchObject({ user_id: expect.any(Number) as unknown, milliseconds: expect.any(Number) as unknown })
    expect(told.statements).toContainEqual({ verb: 'insert', entity: 'bugs' })
    expect(told.open).toBe(0)
    expect(told.ended.reduce((sum, { statements }) => sum + statements, 0)).toBe(told.statements.length)
    expect(first?.rows).toBeGreaterThan(0)
    expect(told.rest).toEqual(expect.arrayContaining(['catalogue', 'identities', 'read failed', 'write ok']))
    expect(JSON.stringify(told)).not.toMatch(/blinks|alice|Widgets/)
  })

  it('fails nothing by what it throws, and that is logged', async () => {
    const fail = () => {
      throw new Error('no')
    }
    const warned: string[] = []
    const logger = { warn: (message: string) => void warned.push(message), error: () => undefined }
    const { tracker } = await open({ logger, observer: { operation: fail, transaction: fail, reload: fail } })
    await tracker.as(null).server.version()
    expect(new Set(warned)).toEqual(new Set(['an observer failed']))
  })
})

onAnyStore('tracker.health', (open) => {
  it('says that all is well, without a write each time', async () => {
    const { told, observer } = createRecorder()
    const { tracker } = await open({ observer })
    told.rest.length = 0
    for (let n = 0; n < 5; n++) expect(await tracker.health()).toEqual({ isReady: true, problems: [] })
    expect(told.rest.filter((one) => one === 'write ok')).toHaveLength(1)
  })

  it('says that nothing can be read or written, and what the matter is', async () => {
    const { tracker } = await open()
    await tracker.close()
    const { isReady, problems } = await tracker.health()
    expect([isReady, problems.map(({ check }) => check)]).toEqual([false, ['store_read']])
  })
})

describe('tracker.health of a store in trouble', () => {
  it('reports a full disk, a schema that is too new, and a store that cannot be written to', async () => {
    const ok = { read: async () => undefined, write: async () => undefined, room: async () => 10 ** 10 }
    const problemsOf = async (trouble: object) => {
      const health = createHealth({ ...ok, ...trouble } as never, defaultEnvironment)
      return (await health()).problems.map(({ check }) => check)
    }
    const fails = (code: 'schema_newer' | 'full' | 'unavailable') => async () => {
      throw new StoreError(code, 'no')
    }
    expect(await problemsOf({})).toEqual([])
    expect(await problemsOf({ room: async () => 1000 })).toEqual(['disk'])
    expect(await problemsOf({ read: fails('schema_newer') })).toEqual(['schema'])
    expect(await problemsOf({ write: fails('full') })).toEqual(['store_write'])
    expect(await problemsOf({ read: fails('unavailable'), room: async () => 1000 })).toEqual(['store_read', 'disk'])
  })

  it('asks a store that does not answer once at a time, however often it is asked', async () => {
    let [reads, now] = [0, 0]
    const read = () => new Promise(() => reads++)
    const health = createHealth({ read } as never, { ...defaultEnvironment, stopwatch: () => now })
    for (; now < 4000; now += 500) void health()
    await new Promise(setImmediate)
    expect(reads).toBe(1)
  })
})

const times = (length: number, text: string) => Array.from({ length }, () => text)

onAnyStore('tracker.figures', (open) => {
  it('reports totals, and for how long email waits; the observer gets the outcome of attempts', async () => {
    const { delivered, observer } = createRecorder()
    let isBroken = true
    const mailer = { send: async () => (isBroken ? Promise.reject(new Error('busy')) : undefined) }
    const { tracker, clock, as } = await open({ observer, mail: { mailer, onDemand: true } })
    const before = await tracker.figures()
    expect(before.mail).toEqual({ waiting: 0, oldest: 0, dead: 0 })
    await tracker.asSystem().parameters.update({ parameters: { mailfrom: 'tracker@example.com' } })
    await as('alice').bugs.create({ ...made, cc: ['bob@example.com'] })
    await tracker.deliverMail()
    const after = await tracker.figures()
    expect([after.bugs, after.comments, after.users]).toEqual([before.bugs + 1, before.comments + 1, before.users])
    const { waiting } = after.mail
    expect(waiting).toBeGreaterThan(0)
    clock.advance(90)
    expect((await tracker.figures()).mail.oldest).toBe(90)
    isBroken = false
    clock.advance(3600)
    await tracker.deliverMail()
    expect((await tracker.figures()).mail).toEqual({ waiting: 0, oldest: 0, dead: 0 })
    expect(delivered).toEqual([...times(waiting, 'mail failed'), ...times(waiting, 'mail sent')])
  })
})
