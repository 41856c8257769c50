// What tests of erasure share.
import { schema, type EntityName } from '../src/schema/index.js'
import { fieldTypes } from '../src/setup/standard-fields.js'
import type { Schema } from '../src/store/index.js'
import { addCustomField, addFlagType, inStore, setParameter } from './bug-rows.js'
import { at, file, update } from './bugs.js'
import type { World } from './harness.js'
import { rowsOf } from './people.js'

/** A word that is nowhere else. */
export const secret = 'Rumpelstiltskin'

/** Where the word is stored, by the name of the entity and the column, without regard to case. */
export async function whereIs(world: World, word: string): Promise<string[]> {
  const found: string[] = []
  for (const entity of Object.keys(schema) as EntityName[]) {
    for (const row of await rowsOf(world, entity)) {
      for (const [column, value] of Object.entries(row))
        if (textOf(value).toLowerCase().includes(word.toLowerCase())) found.push(`${entity}.${column}`)
    }
  }
  return [...new Set(found)]
}

function textOf(value: unknown): string {
  return value instanceof Uint8Array ? new TextDecoder().decode(value) : (JSON.stringify(value) ?? '')
}

/** Switches a kind of erasure on. */
export async function allow(world: World, parameter: string): Promise<void> {
  await inStore(world.store, (tx) => setParameter(tx, parameter, '1'))
}

/** Why things were taken out, as the audit log has it. */
export async function reasons(world: World) {
  const { audit_log } = await world.as('admin').audit.get({ class: 'Erasure' })
  return audit_log.map(({ object_id, field, removed, added, user }) => ({ object_id, field, removed, added, user }))
}

/** A bug with something in every entity that can have something of one, all of it with the secret where there are texts. */
export async function fullBug(world: World): Promise<{ id: number; others: number[] }> {
  await world.tracker.asSystem().parameters.update({ parameters: { comment_edit_minutes: -1 } })
  const typeId = await inStore(world.store, async (tx) => {
    await addFlagType(tx, { name: 'review' })
    await addCustomField(tx, { name: 'cf_note', type: fieldTypes.freeText })
    await addCustomField(tx, { name: 'cf_cause', type: fieldTypes.bugId })
    return addFlagType(tx, { name: 'look', target_type: 'attachment' })
  })
  const [one, two, three] = [await file(world), await file(world), await file(world)]
  const full = {
    ...{ summary: secret, whiteboard: secret, url: `https://${secret}.example/`, alias: [secret], cf_note: secret },
    ...{ description: secret, comment_tags: [secret], cc: [at('bob')], keywords: ['crash'], groups: ['secret'] },
    ...{ flags: [{ name: 'review', status: '?', requestee: at('bob') }], depends_on: [one.id], blocks: [two.id] },
  }
  const { id } = await file(world, full, 'ivan')
  await world.tracker.asSystem().parameters.update({ parameters: { urlbase: 'https://bugs.example.com/' } })
  await update(
    world,
    id,
    { see_also: { add: [String(one.id), `https://${secret}.example/show_bug.cgi?id=7`] } },
    'ivan',
  )
  await update(world, one.id, { cf_cause: id }, 'ivan')
  await update(world, three.id, { dupe_of: id }, 'ivan')
  await update(world, id, { whiteboard: '', bug_ignored: true }, 'ivan')
  const ivan = world.tracker.as({ login: at('ivan') }, { idempotencyKey: 'once' })
  const { id: comment } = await ivan.comments.create({ id, comment: `Once ${secret}`, is_private: true })
  await world.as('ivan').comments.update({ id: comment, text: `Twice ${secret}`, expected_revision: 0 })
  await world.as('ivan').tags.update({ ids: [id], add: [secret] })
  await world.as('ivan').visits.record({ ids: [id] })
  await inStore(world.store, (tx) => setParameter(tx, 'maxattachmentsize', '4000'))
  const data = new TextEncoder().encode(secret.repeat(100_000))
  const named = { file_name: `${secret}.txt`, summary: secret, content_type: 'text/plain' }
  const flags = [{ type_id: typeId, status: '?' }]
  await world.as('ivan').attachments.create({ ids: [id], data, flags, ...named })
  await inStore(world.store, async (tx) => {
    const waiting = { attempts: 0, next_attempt: world.clock.now(), creation_time: world.clock.now(), state: 'waiting' }
    const letter = { kind: 'bug', bug_id: id, user_id: 1, address: null, payload: {}, last_error: secret }
    await tx.insert('mail_outbox', [{ ...letter, ...waiting }])
    const hook = { user_id: 1, name: 'Builds', url: 'https://ci.example.com/', events: ['changed'], format: 'standard' }
    const none = { product_ids: [], component_ids: [], fields: [], headers: {}, secrets: [], disabled_reason: '' }
    const off = { include_text: false, include_restricted: false, is_enabled: false, after_seq: 0 }
    const [webhook_id = 0] = await tx.insert('webhooks', [
      { ...hook, ...none, ...off, creation_time: world.clock.now() },
    ])
    const delivery = { webhook_id, message_id: 'chg_1', kind: 'change', bug_id: id, answer: secret }
    await tx.insert('webhook_deliveries', [{ ...delivery, ...waiting }])
  })
  return { id, others: [one.id, two.id, three.id] }
}

const parts = ['bugs', 'comments', 'attachments'] as const

/**
 * By entity, how many rows there are of a bug: those whose columns name it, one of its comments or one of its attachments, as the
 * relations of the schema say and the name of the column `bug_id`. Nothing where there can be none.
 */
export async function rowsOfBug(world: World, bug: number): Promise<Record<string, number>> {
  const ids = { bugs: new Set([bug]), comments: new Set<number>(), attachments: new Set<number>() }
  for (const part of ['comments', 'attachments'] as const)
    for (const row of await rowsOf(world, part)) if (row.bug_id === bug) ids[part].add(row.id)
  const found: Record<string, number> = {}
  for (const [name, { columns, relations, key }] of Object.entries(schema as Schema)) {
    const names = Object.values(relations).flatMap(({ entity, on }) => {
      const [[column, target] = []] = on
      const part = parts.find((one) => one === entity && target === 'id')
      return part && column !== undefined && (column !== 'id' || key[0] !== 'id') ? [[column, ids[part]] as const] : []
    })
    if ('bug_id' in columns) names.push(['bug_id', ids.bugs])
    if (name === 'bugs') names.push(['id', ids.bugs])
    if (names.length === 0) continue
    const rows: readonly object[] = await rowsOf(world, name as EntityName)
    found[name] = rows.filter((row) =>
      names.some(([column, some]) => some.has((row as Record<string, unknown>)[column] as number)),
    ).length
  }
  return found
}
