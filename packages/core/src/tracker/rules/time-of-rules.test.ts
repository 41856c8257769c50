import { defineRule } from '@trackerkit/core/rules'
import { expect, it } from 'vitest'
import { onEveryStore } from '../../../test/harness.js'
import { rowsOf } from '../../../test/people.js'

const bug = { product: 'Widgets', component: 'UI', version: '1.0', summary: 'It blinks' }

/** Statements that take several seconds, for the databases that there are. */
const sleep = 'SELECT pg_sleep(6)'
const count = `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 9000000) SELECT count(*) FROM numbers`

onEveryStore('time of rules that query', (open) => {
  it('ends the write with a timeout, and the next write does not wait for the statement', async () => {
    const outcomes: string[] = []
    const steps: (keyof typeof statements)[] = ['sleep', 'none']
    const statements = { sleep, count, none: 'SELECT 1' }
    const slow = defineRule({
      name: 'slow',
      on: 'bug.create',
      needs: ['whiteboard'],
      async check({ after }, tx) {
        if (after.whiteboard in statements) await tx.query(statements[after.whiteboard as keyof typeof statements])
        outcomes.push(after.whiteboard)
        return undefined
      },
    })
    const logger = { warn: () => undefined, error: () => undefined }
    const world = await open({ rules: [slow], logger })
    if (!(await world.store.read(async (tx) => tx.query !== undefined))) return
    const isPostgres = await world.tracker
      .transaction((tx) => tx.query('SELECT pg_backend_pid()'))
      .then(
        () => true,
        () => false,
      )
    if (!isPostgres) steps[0] = 'count'
    const [first, second] = steps.map((whiteboard) => world.as('alice').bugs.create({ ...bug, whiteboard }))
    await expect(first).rejects.toMatchObject({ code: 'rule_failed', data: { rule: 'slow', reason: 'timeout' } })
    await second
    expect(outcomes.at(-1)).toBe('none')
    expect(await rowsOf(world, 'bugs')).toMatchObject([{ whiteboard: 'none' }])
  })

  it('leaves the time limit of other statements as it was', async () => {
    const limits: unknown[] = []
    const asks = defineRule({
      name: 'asks',
      on: 'bug.create',
      check: async (_write, tx) => void limits.push(await tx.query('SHOW statement_timeout')),
    })
    const world = await open({ rules: [asks] })
    const limit = () => world.tracker.transaction((tx) => tx.query('SHOW statement_timeout'))
    const before = await limit().catch(() => undefined)
    if (!before) return
    const after = await world.tracker.transaction(async (tx) => {
      await tx.as({ login: 'alice@example.com' }).bugs.create(bug)
      return tx.query('SHOW statement_timeout')
    })
    expect(after).toEqual(before)
    expect(limits).not.toEqual([before])
  })
})
