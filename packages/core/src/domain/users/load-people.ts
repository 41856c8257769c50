// People as others are shown them.
import type { Call, Person } from '../../call/context.js'
import type { Reader } from '../../schema/index.js'
import type { Awaitable } from '../../store/index.js'

/** The size of the cache. Beyond it, all people are looked up again. */
const mostRemembered = 20_000

type People = ReadonlyMap<number, Person>

/** The people with these ids, by id. At most one select, for those who are not remembered. */
export function loadPeople(tx: Reader, { people }: Pick<Call, 'people'>, ids: Iterable<number>): Awaitable<People> {
  const wanted = new Set(ids)
  const missing = [...wanted].filter((id) => !people.has(id))
  return missing.length === 0 ? people : loadMissing(tx, people, wanted, missing)
}

async function loadMissing(
  tx: Reader,
  people: Map<number, Person>,
  wanted: ReadonlySet<number>,
  missing: readonly number[],
): Promise<People> {
  const where = { col: 'id', in: missing } as const
  const rows = await tx.select({ from: 'users', where, columns: ['id', 'login', 'login_folded', 'real_name'] })
  if (people.size + rows.length > mostRemembered) {
    const remembered = [...wanted].flatMap((id) => people.get(id) ?? [])
    return new Map([...remembered, ...rows].map((person) => [person.id, person]))
  }
  for (const person of rows) people.set(person.id, person)
  return people
}
