// A tracker with many bugs on a SQLite file, all alike and spread evenly: the data that the layers are measured on.
import { createTracker, type Tracker } from '@trackerkit/core'
import { sqliteStore } from '@trackerkit/adapter-sqlite'
import { newBugRow } from '../packages/core/src/domain/bugs/fields/bug-row.js'
import type { NewRow, TrackerSchema, Writer } from '@trackerkit/core/schema'
import { fold, type Store } from '@trackerkit/core/store'
import { below, createRandom, oneOf, type Random } from '../corpus/random.js'

export interface Corpus {
  readonly tracker: Tracker
  readonly file: string
  readonly size: number
}

const people = 100
const chunk = 2000
const words =
  'button crash slow after update when the window is closed under load memory leak in parser wrong colour'.split(' ')

/** Opens a tracker with `size` bugs of three comments each in a new file. The login `user7@example.com` files and fixes bugs. */
export async function openCorpus(file: string, size: number): Promise<Corpus> {
  const store = sqliteStore(file)
  const tracker = await createTracker({ store })
  const system = tracker.asSystem('admin@example.com')
  await system.products.create({ name: 'Product', description: 'Measured', version: '1.0' })
  for (let n = 0; n < 10; n++) {
    const component = {
      product: 'Product',
      name: `Component ${n}`,
      description: 'Part',
      default_assignee: 'admin@example.com',
    }
    await system.components.create(component)
  }
  const raw = store as unknown as Store<TrackerSchema>
  await raw.write(addPeople)
  const random = createRandom(7)
  for (let from = 0; from < size; from += chunk)
    await raw.write((tx) => addBugs(tx, from, Math.min(chunk, size - from), random))
  return { tracker, file, size }
}

async function addPeople(tx: Writer): Promise<void> {
  const names = Array.from({ length: people }, (_, n) => `user${n}`)
  const now = new Date('2026-01-01T00:00:00Z')
  const ids = await tx.insert(
    'users',
    names.map((name) => ({
      login: `${name}@example.com`,
      login_folded: `${name}@example.com`,
      real_name: name,
      real_name_folded: name,
      email_enabled: true,
      login_denied_text: '',
      creation_time: now,
    })),
  )
  const [editbugs] = await tx.select({ from: 'groups', where: { col: 'name', eq: 'editbugs' } })
  await tx.insert(
    'user_groups',
    ids.map((user_id) => ({ user_id, group_id: editbugs?.id ?? 0, kind: 'pattern' })),
  )
}

async function addBugs(tx: Writer, from: number, count: number, random: Random): Promise<void> {
  const [product] = await tx.select({ from: 'products' })
  const components = await tx.select({ from: 'components' })
  const [version] = await tx.select({ from: 'versions' })
  const values = await tx.select({ from: 'legal_values' })
  const [someone] = await tx.select({ from: 'users', where: { col: 'login', eq: 'user0@example.com' } })
  const valueOf = (name: string) => values.find((value) => value.name === name)?.id ?? 0
  const person = () => (someone?.id ?? 0) + below(random, people)
  const isOpen = () => below(random, 3) > 0
  const text = (length: number) => Array.from({ length }, () => oneOf(random, words)).join(' ')
  const rows = Array.from({ length: count }, (_, n): NewRow<'bugs'> => {
    const open = isOpen()
    const summary = `${text(6)} ${from + n}`
    const at = new Date(Date.UTC(2025, 0, 1) + (from + n) * 60_000)
    return newBugRow({
      summary,
      product_id: product?.id ?? 0,
      component_id: oneOf(random, components).id,
      version_id: version?.id ?? 0,
      target_milestone_id: product?.default_milestone_id ?? 0,
      status_id: valueOf(open ? 'CONFIRMED' : 'RESOLVED'),
      resolution_id: valueOf(open ? '' : 'FIXED'),
      priority_id: valueOf('High'),
      severity_id: valueOf('normal'),
      platform_id: valueOf('PC'),
      op_sys_id: valueOf('Linux'),
      is_open: open,
      is_confirmed: true,
      creator_id: person(),
      assigned_to_id: person(),
      comment_count: 3,
      public_comment_count: 3,
      creation_time: at,
      last_change_time: at,
    })
  })
  const ids = await tx.insert('bugs', rows)
  await tx.insert(
    'comments',
    ids.flatMap((bug_id, n) =>
      [0, 1, 2].map((number) => comment(bug_id, number, text(30), person(), rows[n]?.creation_time as Date)),
    ),
  )
  await tx.insert(
    'bug_cc',
    ids.flatMap((bug_id) => [...new Set([person(), person(), person()])].map((user_id) => ({ bug_id, user_id }))),
  )
}

function comment(
  bug_id: number,
  count: number,
  text: string,
  creator_id: number,
  creation_time: Date,
): NewRow<'comments'> {
  return {
    bug_id,
    count,
    text,
    text_folded: fold(text),
    creator_id,
    creation_time,
    is_private: false,
    is_markdown: false,
    work_time: 0,
    type: 'normal',
  }
}
