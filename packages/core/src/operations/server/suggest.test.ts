import { expect, it } from 'vitest'
import { addBugs } from '../../../test/bug-rows.js'
import { countingStore } from '../../../test/counting-store.js'
import { at } from '../../../test/bugs.js'
import { onAnyStore, type World } from '../../../test/harness.js'
import { createTracker } from '../../tracker/tracker.js'

async function fill(world: World): Promise<void> {
  await addBugs(world.store, world.clock.now(), [
    { id: 1, summary: 'Ünder the stove it blinks', alias: ['stove'] },
    { id: 2, summary: 'It blinks in the dark' },
    {
      id: 3,
      summary: 'It blinks in the vault',
      groups: ['secret'],
      alias: ['hush'],
      creator: 'ivan',
      assigned_to: 'ivan',
    },
    { id: 12, summary: 'A dozen' },
  ])
}

const texts = async (world: World, who: string | null, text: string, limit = 20) =>
  (await world.as(who).server.suggest({ text, limit })).suggestions.map((one) => one.id ?? one.text)

onAnyStore('server.suggest', (open) => {
  it('finds bugs by number, alias and words of the summary, the newest first', async () => {
    const world = await open()
    await fill(world)
    const { suggestions } = await world.as('alice').server.suggest({ text: ' #12 ' })
    expect(suggestions).toEqual([{ kind: 'bug', text: 'A dozen', insert: '12', id: 12 }])
    expect(await texts(world, 'alice', 'STOVE')).toEqual([1])
    expect(await texts(world, 'alice', 'blink')).toEqual([2, 1])
    expect(await texts(world, 'alice', 'blinks ünd')).toEqual([1])
    expect(await texts(world, 'alice', 'blinks nowhere')).toEqual([])
    expect(await texts(world, 'alice', '99999999999999')).toEqual([])
    for (const nothing of ['', '  ', ':', '"', '*', 'a', '%%%', '___'])
      expect(await texts(world, null, nothing)).toEqual([])
  })

  it('completes the names of fields that the caller may search', async () => {
    const world = await open()
    const parameters = { timetrackinggroup: 'insiders' }
    await world.as('admin').parameters.update({ parameters })
    expect(await texts(world, 'ivan', 'estimated')).toEqual(['estimated_time:'])
    for (const who of ['alice', null]) expect(await texts(world, who, 'estimated')).toEqual([])
    expect(await texts(world, null, 'deadl')).toEqual(['deadline:'])
  })

  it('names no bug, product or person to those who may not know of it [GEN-28]', async () => {
    const world = await open()
    await fill(world)
    expect(await texts(world, 'ivan', 'blinks')).toEqual([3, 2, 1])
    for (const who of ['alice', 'eve', null]) {
      expect(await texts(world, who, 'blinks')).toEqual([2, 1])
      for (const hidden of ['3', 'hush', 'vault', 'product:Va', 'component:Sa']) {
        expect(await texts(world, who, hidden)).toEqual([])
      }
    }
    expect(await texts(world, 'ivan', 'product:va')).toEqual(['product:Vault'])
    expect(await texts(world, 'alice', 'carl')).toEqual([`assigned_to:${at('carl')}`])
    expect(await texts(world, 'alice', 'cc:carl')).toEqual([`cc:${at('carl')}`])
    expect(await texts(world, null, 'carl')).toEqual([])
    expect(await texts(world, null, 'cc:carl')).toEqual([])
    // A disabled account.
    expect(await texts(world, 'alice', 'dor')).toEqual([])
  })

  it('completes the last term by fields and values, and keeps the terms before it', async () => {
    const world = await open()
    await fill(world)
    const insert = async (text: string) =>
      (await world.as('eve').server.suggest({ text, limit: 20 })).suggestions.flatMap((one) => one.id ?? one.insert)
    expect(await insert('big stat')).toEqual(['big status:'])
    expect(await insert('Wid')).toEqual(['product:Widgets'])
    expect(await insert('x y res')).toEqual(expect.arrayContaining(['x y resolution:', 'x y status:RESOLVED']))
    expect(await insert('priority:H')).toEqual(['priority:Highest', 'priority:High'])
    expect(await insert('op_sys:mac')).toEqual(['op_sys:"Mac OS"'])
    expect(await insert('op_sys:"mac')).toEqual(['op_sys:"Mac OS"'])
    expect(await insert('keywords:')).toEqual(['keywords:crash', 'keywords:regression'])
    expect(await insert('nonsense:x')).toEqual([])
  })

  it('suggests only terms that a quicksearch understands', async () => {
    const world = await open()
    await fill(world)
    const { server, bugs, fields } = world.as('alice')
    const names = (await fields.get()).fields.map(({ name }) => name.slice(0, 4))
    for (const text of [...names, ...names.map((name) => `${name}:`), 'status:', 'op_sys:', 'assigned_to:al', 'Wid']) {
      const { suggestions } = await server.suggest({ text, limit: 20 })
      for (const { kind, insert } of suggestions) {
        const quicksearch = kind === 'field' ? `${insert}x` : insert
        const found = await bugs.search({ quicksearch, limit: 1 }).catch(({ code }: { code: string }) => ({ code }))
        expect([quicksearch, found]).not.toEqual([quicksearch, { code: 'quicksearch_unknown_field' }])
        expect([quicksearch, 'ignored' in found]).toEqual([quicksearch, false])
      }
    }
  })

  it('gives at most as many as are wanted, of which some are terms, in a few statements', async () => {
    const world = await open()
    const now = world.clock.now()
    await addBugs(
      world.store,
      now,
      Array.from({ length: 30 }, (_, n) => ({ summary: `Statue ${n} is bob` })),
    )
    const { store, queries } = countingStore(world.store)
    const tracker = await createTracker({ store, testing: { clock: world.clock.now } })
    const { server } = tracker.as({ login: at('alice') })
    await server.suggest({ text: 'stat' })
    queries.length = 0
    const { suggestions } = await server.suggest({ text: 'stat' })
    expect(suggestions).toHaveLength(8)
    expect(suggestions.filter(({ kind }) => kind === 'field').map(({ text }) => text)).toContain('status:')
    expect(queries.length).toBeLessThanOrEqual(3)
    expect((await server.suggest({ text: 'stat', limit: 1 })).suggestions).toHaveLength(1)
    await expect(server.suggest({ text: 'x', limit: 21 })).rejects.toMatchObject({ code: 'number_too_large' })
    await expect(server.suggest({ text: 'x', limit: 0 })).rejects.toMatchObject({ code: 'number_too_small' })
    await expect(server.suggest({ text: 'x'.repeat(1001) })).rejects.toMatchObject({ code: 'text_too_long' })
    await tracker.close()
  })
})
