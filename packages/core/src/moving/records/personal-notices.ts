// The parts of personal records about the inbox and its email.
import { beginFollow } from '../../domain/follows/begin.js'
import { followStates, inState, setMarks } from '../../domain/marks/set.js'
import { defaultWays, loadWays, storeWays, type NotificationWays } from '../../domain/preferences/ways.js'
import { nextTimeOf } from '../../domain/schedules/reschedule.js'
import { changeRecipients, hasRecipients, readRecipients, type Recipients } from '../../domain/schedules/recipients.js'
import { bitsOfDays, sortedHours } from '../../domain/schedules/times.js'
import { keyOfFollow } from '../../domain/follows/where.js'
import type { Row, Where } from '../../schema/index.js'
import { fold } from '../../store/index.js'
import type { Batch } from './batch.js'
import { absent, byUser, text, type Owner, type Part, type Personal } from './personal-part.js'
import { existingBugs } from './put-links.js'

export const notifications: Part<NonNullable<Personal['notifications']>> = {
  blank: text(defaultWays),
  read: async ({ tx }, { id }) => text((await loadWays(tx, [id]))(id)),
  async write({ tx }, { id }, given) {
    const before = (await loadWays(tx, [id]))(id)
    await storeWays(tx, id, { ...before, ...given } as NotificationWays)
    return []
  },
}

const marked = (owner: Owner, state: 'followed' | 'off'): Where<'bug_marks'> => ({
  and: [byUser(owner), inState(state)],
})
const placesBy = (owner: Owner): Where<'follows'> => ({
  and: [byUser(owner), { col: 'kind', in: ['product', 'component'] }],
})

export const follows: Part<NonNullable<Personal['follows']>> = {
  blank: [],
  async read({ tx }, owner) {
    const columns = ['bug_id'] as const
    const marks = await tx.select({ from: 'bug_marks', where: marked(owner, 'followed'), columns })
    const stopped = await tx.select({ from: 'bug_marks', where: marked(owner, 'off'), columns })
    const places = await tx.select({ from: 'follows', where: placesBy(owner) })
    return [
      ...marks.map(({ bug_id }) => text(['bug', bug_id])),
      ...stopped.map(({ bug_id }) => text(['bug', bug_id, 'off'])),
      ...places.map(({ kind, object_id, scope, by_mail }) => text([kind, object_id, scope, by_mail])),
    ].toSorted()
  },
  async write(batch, owner, given) {
    const { tx, now } = batch
    const bugs = given.flatMap(({ bug }) => bug ?? [])
    const there = await existingBugs({ tx }, bugs)
    const stopped = new Set(given.flatMap(({ bug, is_off }) => (bug !== undefined && is_off ? [bug] : [])))
    for (const state of ['followed', 'off'] as const)
      await tx.update('bug_marks', marked(owner, state), followStates.none)
    const wanted = (isOff: boolean) => [...there].filter((bug) => stopped.has(bug) === isOff)
    await setMarks(tx, owner.id, wanted(false), followStates.followed)
    await setMarks(tx, owner.id, wanted(true), followStates.off)
    const before = new Map(
      (await tx.select({ from: 'follows', where: placesBy(owner) })).map((row) => [keyOfFollow(row), row]),
    )
    await tx.delete('follows', placesBy(owner))
    const problems: string[] = []
    const rows = new Map<string, Row<'follows'>>()
    for (const { product, component, scope = 'new', by_mail = false, since } of given) {
      if (product === undefined) continue
      const place = placeIn(batch, product, component)
      if (!place)
        problems.push(
          `follows: there is no ${component === undefined ? '' : `component ${component} in `}product ${product}`,
        )
      else
        rows.set(keyOfFollow(place), {
          ...beginFollow(
            { user_id: owner.id, ...place, scope, by_mail: by_mail || null },
            before.get(keyOfFollow(place)),
            now,
          ),
          ...(since && { since, scope_since: since }),
        })
    }
    if (rows.size > 0) await tx.insert('follows', [...rows.values()])
    return [...absent('follows', bugs, there), ...problems]
  },
}

function placeIn({ catalogue }: Batch, productName: string, componentName: string | undefined) {
  const product = catalogue.products.named(productName)
  if (!product) return undefined
  if (componentName === undefined) return { kind: 'product', object_id: product.id }
  const component = product.components.find(({ name_folded }) => name_folded === fold(componentName))
  return component && { kind: 'component', object_id: component.id }
}

/** Replaces all of them. Users who unsubscribed from one before stay unsubscribed. */
export const schedules: Part<NonNullable<Personal['schedules']>> = {
  blank: [],
  async read({ tx }, owner) {
    const rows = await tx.select({ from: 'schedules', where: byUser(owner) })
    return rows
      .map(({ kind, saved_search_id, name, days, hours, only_changed, if_empty, is_enabled, ...row }) =>
        text([kind, saved_search_id, name, days, hours, readRecipients(row), only_changed, if_empty, is_enabled]),
      )
      .toSorted()
  },
  async write(batch, owner, given) {
    const { tx, now } = batch
    const problems: string[] = []
    const before = await tx.select({ from: 'schedules', where: byUser(owner) })
    const searches = await tx.select({
      from: 'saved_searches',
      where: { and: [byUser(owner), { col: 'kind', eq: 'search' }] },
    })
    await tx.delete('schedules', byUser(owner))
    for (const { kind, saved_search, to, days, hours, ...one } of given) {
      const search = searches.find(({ name_folded }) => name_folded === fold(saved_search ?? ''))
      if (kind === 'search' && !search) {
        problems.push(`schedules: there is no saved search ${saved_search ?? ''}`)
        continue
      }
      const subject = kind === 'search' ? search : undefined
      const timing = { days: bitsOfDays(days), hours: sortedHours(hours) }
      const recipients = subject && to ? await findRecipients(batch, to, problems) : null
      if (recipients && !hasRecipients(recipients)) {
        problems.push(`schedules: no one would get the saved search ${saved_search ?? ''}`)
        continue
      }
      const row = { ...one, ...timing, kind, user_id: owner.id, saved_search_id: subject?.id ?? null }
      const name = one.name || (subject?.name ?? '')
      const next_time = await nextTimeOf(tx, owner.id, timing, now)
      const state = { next_time, last_time: null, disabled_reason: '' }
      const after = { ...row, ...state, name, to: subject ? changeRecipients(before, recipients) : null }
      await tx.insert('schedules', [after])
    }
    return problems
  },
}

async function findRecipients(
  { tx, catalogue }: Batch,
  { users, groups }: { readonly users: readonly string[]; readonly groups: readonly string[] },
  problems: string[],
): Promise<Omit<Recipients, 'without'>> {
  const where = { col: 'login_folded', in: users.map((login) => fold(login)) } as const
  const found = await tx.select({ from: 'users', where, columns: ['id', 'login_folded'] })
  const known = new Set(found.map(({ login_folded }) => login_folded))
  for (const login of users) if (!known.has(fold(login))) problems.push(`schedules: there is no account ${login}`)
  for (const name of groups) if (!catalogue.groups.named(name)) problems.push(`schedules: there is no group ${name}`)
  return {
    users: found.map(({ id }) => id),
    groups: groups.flatMap((name) => catalogue.groups.named(name)?.id ?? []),
  }
}
