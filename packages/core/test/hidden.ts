// A copy of the six bugs with other values in everything that outsiders may not see: a search with other results there
// leaks.
import type { Row } from '../src/schema/index.js'
import { fold } from '../src/store/index.js'
import { addBugs, inStore, renewCatalogue } from './bug-rows.js'
import type { World } from './harness.js'
import { userId } from './people.js'
import { addSixBugs } from './six-bugs/add-six-bugs.js'
import { daysAgo, now } from './six-bugs/times.js'

/** Long enough for a costly pattern to use up what one search may take. */
const long = 'ab'.repeat(20_000)
export const costly = '((a|b){0,12}){0,12}[yz]'

/** Adds the six bugs and a hidden one in a hidden product. Hidden texts are long. */
export async function addHidden(world: World): Promise<void> {
  await addSixBugs(world)
  await addBugs(world.store, now, [{ id: 7, summary: 'Vault', product: 'Vault', groups: ['secret'] }])
  await rewrite(world, long)
}

/** Makes everything different that eve may not see, as long as it was short. */
export async function changeHidden(world: World): Promise<void> {
  await addHidden(world)
  await rewrite(world, 'zz')
  await emptyHiddenBug(world)
  const [carl, eve] = [await userId(world, 'carl'), await userId(world, 'eve')]
  await inStore(world.store, async (tx) => {
    const hidden = { some: 'attachment', where: { col: 'is_private', eq: true } } as const
    const [type] = await tx.select({ from: 'flag_types', where: { col: 'name', eq: 'review' } })
    const flag = { type_id: type?.id ?? 0, status: '-', setter_id: carl, requestee_id: null }
    await tx.update('flags', hidden, flag)
    await tx.update('attachments', { col: 'is_private', eq: true }, { is_obsolete: false, is_patch: false })
    const times = {
      col: 'field',
      in: ['estimated_time', 'remaining_time', 'work_time', 'percentage_complete'],
    } as const
    await tx.update('bug_history', { or: [hidden, times] }, { user_id: carl, at: daysAgo(0.5) })
    const secret = { col: 'is_private', eq: true } as const
    await tx.update('comments', secret, { creator_id: carl, work_time: 7, creation_time: daysAgo(0.5) })
    const hours = { estimated_time: 7, remaining_time: 7, actual_time: 7, percentage_complete: 50 }
    await tx.update('bugs', { and: [] }, hours)
    await tx.delete('bug_marks', { not: { col: 'user_id', eq: eve } })
  })
}

/** Also changes data that is hidden only from logged-out callers. */
export async function changeHiddenFromAll(world: World): Promise<void> {
  await changeHidden(world)
  await inStore(world.store, async (tx) => {
    await tx.delete('bug_marks', { and: [] })
    await tx.delete('bug_tags', { and: [] })
    const vault = { some: 'product', where: { col: 'name', eq: 'Vault' } } as const
    const name = { name: 'zz', name_folded: 'zz' }
    await tx.update('components', vault, name)
    await tx.update('versions', vault, name)
    await tx.update('products', { col: 'name', eq: 'Vault' }, name)
    await tx.update('groups', { col: 'name', eq: 'secret' }, name)
    for (const { id, login } of await tx.select({ from: 'users' })) {
      const elsewhere = login.replace('example.com', 'zz.org')
      await tx.update('users', { col: 'id', eq: id }, { login: elsewhere, login_folded: elsewhere })
    }
    await renewCatalogue(tx)
  })
}

/** Writes a text wherever eve may not see it. */
async function rewrite(world: World, text: string): Promise<void> {
  const eve = await userId(world, 'eve')
  await inStore(world.store, async (tx) => {
    const folded = fold(text)
    const secret = { col: 'is_private', eq: true } as const
    await tx.update('comments', secret, { text, text_folded: folded })
    await tx.update('comment_tags', { some: 'comment', where: secret }, { tag: text })
    const file: Partial<Row<'attachments'>> = {
      summary: text,
      summary_folded: folded,
      file_name: text,
      file_name_folded: folded,
      content_type: text,
    }
    await tx.update('attachments', secret, file)
    await tx.update('attachment_data', { some: 'attachment', where: secret }, { text_folded: folded })
    await tx.update(
      'bugs',
      { not: { col: 'group_count', eq: 0 } },
      {
        summary: text,
        summary_folded: folded,
        whiteboard: text,
        whiteboard_folded: folded,
        url: text.slice(0, 100),
        url_folded: folded.slice(0, 100),
      },
    )
    await tx.update('bug_history', { some: 'attachment', where: secret }, { removed: text, added_folded: folded })
    await tx.update('personal_tags', { not: { col: 'user_id', eq: eve } }, { name: text.slice(0, 60) })
  })
}

async function emptyHiddenBug(world: World): Promise<void> {
  await inStore(world.store, async (tx) => {
    const ofIt = { col: 'bug_id', eq: 3 } as const
    await tx.delete('comment_tags', { some: 'comment', where: ofIt })
    await tx.delete('attachment_data', { some: 'attachment', where: ofIt })
    const entities = ['bug_aliases', 'bug_cc', 'bug_keywords', 'bug_tags', 'bug_history', 'flags'] as const
    for (const entity of entities) await tx.delete(entity, ofIt)
    await tx.delete('comments', ofIt)
    await tx.delete('attachments', ofIt)
    await tx.delete('custom_values', ofIt)
  })
}
