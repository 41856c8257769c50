import { schema, type EntityName, type Reader, type Row } from '../schema/index.js'
import { followKinds, type FollowKind } from '../domain/follows/where.js'
import { rowsOf } from '../moving/copy/rows.js'
import type { Check } from './check.js'
import { placeOf } from './problem.js'

const entityOf = { product: 'products', component: 'components', user: 'users' } as const satisfies Record<
  FollowKind,
  EntityName
>

type Follow = Row<'follows'>

/** References by the kind of a row, which no relation has. Users and bugs of marks and schedules are looked at with all others. */
export const followCheck: Check = {
  name: 'follows',
  holds: 'followed products, components and users exist, and no bug is followed and no longer followed',
  async find(tx, tell) {
    const report = (place: string, text: string) => tell({ check: this.name, place, text, isRepairable: false })
    for await (const rows of rowsOf(tx, 'follows', schema.follows)) {
      const follows = rows as unknown as Follow[]
      for (const follow of await dangling(tx, follows))
        await report(placeOf('follows', schema.follows.key, follow), 'object_id refers to something that is not there')
    }
    const both = {
      and: [{ col: 'following_off', eq: true } as const, { not: { col: 'following', eq: null } as const }],
    }
    for (const mark of await tx.select({ from: 'bug_marks', where: both }))
      await report(
        placeOf('bug_marks', schema.bug_marks.key, mark),
        'following and following_off contradict each other',
      )
  },
}

async function dangling(tx: Reader, follows: readonly Follow[]): Promise<Follow[]> {
  const wrong: Follow[] = follows.filter(({ kind }) => !followKinds.some((known) => known === kind))
  for (const kind of followKinds) {
    const some = follows.filter((follow) => follow.kind === kind)
    const ids = [...new Set(some.map(({ object_id }) => object_id))]
    if (ids.length === 0) continue
    const where = { col: 'id', in: ids } as const
    const found = await tx.select({ from: entityOf[kind], where, columns: ['id'] })
    const there = new Set(found.map(({ id }) => id))
    wrong.push(...some.filter(({ object_id }) => !there.has(object_id)))
  }
  return wrong
}
