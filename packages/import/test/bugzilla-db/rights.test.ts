// Visibility of bugs with random groups: the same for each person as there.
import { memoryStore } from '@trackerkit/adapter-memory'
import { createTracker } from '@trackerkit/core'
import { freshDatabase } from '@trackerkit/test-postgres'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runImport } from './importing.js'
import { bug, params, person, statementsOf } from './installation.js'
import { createRandom } from './random-rows.js'
import { createTables, insertRows, type Rows } from './tables.js'

const random = createRandom(34)
const upTo = (count: number) => Math.floor(random() * count)
const someOf = (ids: readonly number[], most: number) => [
  ...new Set(Array.from({ length: upTo(most + 1) }, () => ids[upTo(ids.length)] as number)),
]

const groupIds = Array.from({ length: 12 }, (_, index) => 20 + index)
const peopleIds = Array.from({ length: 50 }, (_, index) => 100 + index)
const bugIds = Array.from({ length: 300 }, (_, index) => 1001 + index)
const oneOf = () => peopleIds[upTo(peopleIds.length)] as number

/** The members of a group by others: a chain of four that leads back to its begin, and some more. */
const inherited = [
  ...[20, 21, 22, 23].map((id, index, chain) => [id, chain[(index + 1) % 4] as number] as const),
  ...groupIds.slice(4).map((id) => [id, groupIds[upTo(12)] as number] as const),
]
const memberships = new Map(peopleIds.map((id) => [id, someOf(groupIds, 2)]))
const bugs = bugIds.map((id) => ({
  ...{ id, groups: someOf(groupIds, 3), cc: someOf(peopleIds, 2), reporter: oneOf(), assignee: oneOf() },
  ...{ qa: upTo(2) === 0 ? oneOf() : null, seesReporter: upTo(2), seesCc: upTo(2) },
}))

function rows(): Readonly<Record<string, Rows>> {
  const bit = { grant_type: 0 }
  return {
    profiles: peopleIds.map((id) => person(id, `p${id}@example.com`)),
    groups: groupIds.map((id) => ({ id, name: `g${id}`, isbuggroup: 1, isactive: 1 })),
    user_group_map: [...memberships].flatMap(([user_id, all]) =>
      all.map((group_id) => ({ user_id, group_id, isbless: 0, ...bit })),
    ),
    group_group_map: inherited.map(([member_id, grantor_id]) => ({ member_id, grantor_id, ...bit })),
    bugs: bugs.map(({ id, reporter, assignee, qa, seesReporter, seesCc }) =>
      bug(id, {
        ...{ reporter, assigned_to: assignee, qa_contact: qa },
        ...{ reporter_accessible: seesReporter, cclist_accessible: seesCc },
      }),
    ),
    cc: bugs.flatMap(({ id, cc }) => cc.map((who) => ({ bug_id: id, who }))),
    bug_group_map: bugs.flatMap(({ id, groups }) => groups.map((group_id) => ({ bug_id: id, group_id }))),
  }
}

function groupsOf(person: number): ReadonlySet<number> {
  const reached = new Set(memberships.get(person))
  for (const id of reached) for (const [member, grantor] of inherited) if (member === id) reached.add(grantor)
  return reached
}

function seenBy(person: number, orGroups: boolean): number[] {
  const own = groupsOf(person)
  const isIn = (id: number) => own.has(id)
  return bugs.flatMap(({ id, groups, cc, reporter, assignee, qa, seesReporter, seesCc }) => {
    const isMember = groups.length === 0 || (orGroups ? groups.some(isIn) : groups.every(isIn))
    const isNamed = assignee === person || qa === person || (seesReporter === 1 && reporter === person)
    return isMember || isNamed || (seesCc === 1 && cc.includes(person)) ? [id] : []
  })
}

describe('importBugzillaDb', () => {
  let url = ''
  let release: () => void

  beforeAll(async () => {
    const database = await freshDatabase()
    ;({ url } = database)
    ;({ release } = database)
    const client = new pg.Client(url)
    await client.connect()
    const more = Object.entries(rows()).flatMap(([table, all]) => insertRows('postgres', table, all))
    await client.query([...statementsOf('postgres', createTables('postgres')), ...more].join(';\n'))
    await client.end()
  })
  afterAll(() => release())

  it.each([false, true])('shows each bug to the same people as there, with or_groups %s', async (orGroups) => {
    const store = memoryStore()
    await runImport(url, store, { params: { ...params, useqacontact: 1, or_groups: orGroups ? 1 : 0 } })
    const tracker = await createTracker({ store, mustExist: true })
    const differing: string[] = []
    for (const id of peopleIds) {
      const { bugs: found } = await tracker
        .as({ login: `p${id}@example.com` })
        .bugs.search({ id: bugIds, include_fields: ['id'], limit: bugIds.length })
      const [here, there] = [found.map((one) => one.id).toSorted((a, b) => a - b), seenBy(id, orGroups)]
      if (here.join() !== there.join()) differing.push(`${id}: ${here.length} here, ${there.length} there`)
    }
    expect(differing).toEqual([])
    await tracker.close()
  })

  it('refuses a tracker that shows bugs to members of one group, if the source requires all', async () => {
    const store = memoryStore()
    const tracker = await createTracker({ store })
    await tracker.asSystem().parameters.update({ parameters: { or_groups: true } })
    const options = { intoExisting: true, params: { ...params, or_groups: 0 } }
    await expect(runImport(url, store, options)).rejects.toThrow('set the parameter or_groups to false first')
    await expect(tracker.asSystem().groups.get({ names: ['g20'] })).rejects.toMatchObject({
      code: 'object_does_not_exist',
    })
    const { report } = await runImport(url, store, { ...options, params: { ...params, or_groups: 1 } })
    expect(report.counts['bug']?.created).toBeGreaterThan(300)
    await tracker.close()
  })

  it('refuses a PostgreSQL database that does not say how its texts are encoded', async () => {
    const client = new pg.Client(url)
    await client.connect()
    const name = `ascii_${process.pid}`
    await client.query(`CREATE DATABASE ${name} ENCODING 'SQL_ASCII' TEMPLATE template0 LC_COLLATE 'C' LC_CTYPE 'C'`)
    const other = new URL(url)
    other.pathname = `/${name}`
    await expect(runImport(other.href, memoryStore())).rejects.toThrow('has the encoding SQL_ASCII')
    await client.query(`DROP DATABASE ${name}`)
    await client.end()
  })
})
