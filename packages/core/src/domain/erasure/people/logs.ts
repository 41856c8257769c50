// History and audit log contain lists of logins as text. The pseudonym replaces the address there.
import type { Call } from '../../../call/context.js'
import type { Reader, Row, Where, Writer } from '../../../schema/index.js'
import { fold, pagesOf, type PlainWhere } from '../../../store/index.js'
import { fieldsOfPeople } from '../../bugs/view/history.js'
import { withoutAddress, type Forgotten } from './addresses.js'

const atOnce = 1000

/** Replaces the address where it is a complete removed or added member in the history of bugs. */
export async function forgetInHistory(tx: Writer, call: Call, forgotten: Forgotten): Promise<void> {
  const where: Where<'bug_history'> = {
    and: [
      { col: 'field', in: fieldsOfPeople },
      {
        or: forgotten.addresses.flatMap((address) => [
          { col: 'removed_folded', contains: fold(address) } as const,
          { col: 'added_folded', contains: fold(address) } as const,
        ]),
      },
    ],
  }
  for await (const rows of pages<'bug_history'>(tx, 'bug_history', where)) {
    await call.timeBudget.step()
    await tx.put(
      'bug_history',
      rows.map((row) => {
        const [removed, added] = [withoutAddress(row.removed, forgotten), withoutAddress(row.added, forgotten)]
        return { ...row, removed, removed_folded: fold(removed), added, added_folded: fold(added) }
      }),
    )
  }
}

/** The person's own objects: their logged changes may reveal more than the address. */
interface OwnObjects {
  readonly users: readonly number[]
  readonly api_keys: readonly number[]
  readonly webhooks: readonly number[]
}

/** Only the audit log knows removed webhooks; keys are never removed. */
export async function findOwnObjects(tx: Reader, userId: number): Promise<OwnObjects> {
  const own = { col: 'user_id', eq: userId } as const
  const keys = await tx.select({ from: 'api_keys', where: own, columns: ['id'] })
  const hooks = await tx.select({ from: 'webhooks', where: own, columns: ['id'] })
  const created = [{ col: 'class', eq: 'Webhook' } as const, { col: 'field', eq: '__create__' } as const]
  const made = await tx.select({ from: 'audit_log', where: { and: [own, ...created] }, columns: ['object_id'] })
  return {
    users: [userId],
    api_keys: keys.map(({ id }) => id),
    webhooks: [...hooks.map(({ id }) => id), ...made.map(({ object_id }) => object_id)],
  }
}

/** Changes of own objects that may stay readable. */
const impersonal = [
  ...['groups', 'bless_groups', 'email_enabled', 'bounces', 'replies', 'password', 'second_factor'],
  ...['is_revoked', 'is_read_only', 'expires', 'is_enabled', 'events', 'format'],
]

/** How the person logged in: beside an address of the person, they have others of the network. */
const ofLogins = ['linked_account', 'external_account', 'passkey']

/** Classes whose lists of people keep their case. */
const typedLists = ['Component', 'FlagType', 'Parameter']

/** In the audit log the same; of the person's own account, keys and webhooks the log keeps that they changed, and no text. */
export async function forgetInAuditLog(
  tx: Writer,
  call: Call,
  forgotten: Forgotten,
  { users, api_keys, webhooks }: OwnObjects,
): Promise<void> {
  const ids: Readonly<Record<string, readonly number[]>> = { User: users, ApiKey: api_keys, Webhook: webhooks }
  const isOwn = (row: Row<'audit_log'>) => ids[row.class]?.includes(row.object_id) === true
  const where: Where<'audit_log'> = {
    or: [
      { col: 'class', in: typedLists },
      ...Object.entries(ids).map(([name, some]) => ({
        and: [{ col: 'class', eq: name } as const, { col: 'object_id', in: some } as const],
      })),
      ...[...new Set(forgotten.addresses.flatMap((address) => [address, fold(address)]))].flatMap((address) => [
        { col: 'removed', contains: address } as const,
        { col: 'added', contains: address } as const,
      ]),
    ],
  }
  const without = (row: Row<'audit_log'>, text: string | null) => {
    if (text === null) return null
    const next = withoutAddress(text, forgotten)
    if (isOwn(row) && ofLogins.includes(row.field)) return ''
    return isOwn(row) && next === text && !impersonal.includes(row.field) ? '' : next
  }
  for await (const rows of pages<'audit_log'>(tx, 'audit_log', where)) {
    await call.timeBudget.step()
    await tx.put(
      'audit_log',
      rows.map((row) => ({ ...row, removed: without(row, row.removed), added: without(row, row.added) })),
    )
  }
}

function pages<E extends 'bug_history' | 'audit_log'>(tx: Writer, from: E, where: Where<E>): AsyncGenerator<Row<E>[]> {
  const query = { from, by: ['id'], where: where as unknown as PlainWhere, limit: atOnce }
  return pagesOf(tx, query) as unknown as AsyncGenerator<Row<E>[]>
}
