// Healthy trackers, and trackers in which something has been broken on purpose.
import { expect, it } from 'vitest'
import { inStore } from '../../test/bug-rows.js'
import { at } from '../../test/bugs.js'
import { onEveryStore, type World } from '../../test/harness.js'
import { createRandom, nextMove } from '../../test/simulation/moves.js'
import { populate } from '../../test/simulation/world.js'
import { isTrackerError } from '../kernel/errors.js'
import { memoryMailer } from '../mail/transport/memory-mailer.js'
import type { Writer } from '../schema/index.js'
import type { Store } from '../store/index.js'
import { checkStore, repairStore, type Problem } from './index.js'

async function problemsIn(store: Store): Promise<Problem[]> {
  const problems: Problem[] = []
  expect(await checkStore(store, (problem) => void problems.push(problem))).toBe(problems.length)
  return problems
}

async function repaired(store: Store): Promise<Problem[]> {
  const mended: Problem[] = []
  expect(await repairStore(store, (problem) => void mended.push(problem))).toBe(mended.length)
  return mended
}

/** Bugs 1 and 2: the first depends on the second, has an alias, two comments, an attachment with text and changes of all of it. */
async function fill({ tracker, as }: World): Promise<void> {
  await tracker.asSystem(at('admin')).parameters.update({ parameters: { comment_taggers_group: 'editbugs' } })
  const alice = as('alice')
  const place = { product: 'Widgets', component: 'UI', version: '1.0' }
  for (const summary of ['The Straße', 'Another'])
    await alice.bugs.create({ ...place, summary, alias: [summary[0] as string] })
  await alice.bugs.update({ ids: [1], whiteboard: 'Seen', depends_on: { add: [2] }, comment: { body: 'Said' } })
  await alice.bugs.update({ ids: [1], whiteboard: 'Seen twice', url: 'https://example.com/' })
  const data = new TextEncoder().encode('Ünïcode')
  const file = { file_name: 'a.txt', summary: 'A file', content_type: 'text/plain; charset=iso-8859-1', data }
  await alice.attachments.create({ ids: [1], ...file })
  await alice.attachments.update({ ids: [1], content_type: 'text/plain', summary: 'The file' })
  await alice.bugs.update({ ids: [2], comment: { body: 'Tagged' }, comment_tags: ['spam'] })
}

interface Defect {
  readonly title: string
  readonly plant: (tx: Writer) => unknown
  readonly found: readonly (readonly [check: string, place: string, text: string])[]
  readonly isRepairable?: boolean
}

const bug = { col: 'id', eq: 1 } as const

const defects: readonly Defect[] = [
  {
    title: 'an incoming item about a bug that is no more',
    plant: (tx) =>
      tx.insert('inbound', [
        {
          ...{ way: 'code', source: 'Git', key_hash: 'k', outcome: 'done', reason: '', user_id: null, sender: '' },
          ...{ subject: '', intake_id: null, bug_ids: [1, 99], size: 1, attempts: 1, time: new Date(0) },
          ...{ address_hash: '', arrival_time: null },
        },
      ]),
    found: [['bugs of incoming items', 'inbound 1', 'bug_ids is [1,99] and should be [1]']],
    isRepairable: true,
  },
  {
    title: 'a number of comments that is not theirs',
    plant: (tx) => tx.update('bugs', bug, { comment_count: 7, public_comment_count: 1 }),
    found: [
      ['columns of bugs', 'bugs 1', 'comment_count is 7 and should be 3'],
      ['columns of bugs', 'bugs 1', 'public_comment_count is 1 and should be 3'],
    ],
    isRepairable: true,
  },
  {
    title: 'a number of votes that nobody gave',
    plant: (tx) => tx.update('bugs', bug, { votes: 4 }),
    found: [['columns of bugs', 'bugs 1', 'votes is 4 and should be 0']],
    isRepairable: true,
  },
  {
    title: 'a number of groups, hours and openness that do not follow',
    plant: (tx) => tx.update('bugs', bug, { group_count: 1, actual_time: 2.5, percentage_complete: 100 }),
    found: [
      ['columns of bugs', 'bugs 1', 'group_count is 1 and should be 0'],
      ['columns of bugs', 'bugs 1', 'actual_time is 2.5 and should be 0'],
      ['columns of bugs', 'bugs 1', 'percentage_complete is 100 and should be 0'],
    ],
    isRepairable: true,
  },
  {
    title: 'bugs that others changed later than stored, or that nobody changed last',
    plant: async (tx) => {
      await tx.update('bugs', bug, { last_changer_id: 1 })
      await tx.update('bugs', { col: 'id', eq: 2 }, { last_changer_id: 999 })
    },
    found: [
      ['last changes of bugs', 'bugs 1', 'last_changer_id is 1 and should be null'],
      ['last changes of bugs', 'bugs 2', 'last_changer_id is 999 and should be null'],
    ],
    isRepairable: true,
  },
  {
    title: 'a text without case that is not that of the text',
    plant: (tx) => tx.update('bugs', bug, { summary_folded: 'the strasse!' }),
    found: [['folded twins', 'bugs 1', 'summary_folded does not follow from what it is made of']],
    isRepairable: true,
  },
  {
    title: 'the text of an attachment that is not its content',
    plant: (tx) => tx.update('attachment_data', { col: 'attachment_id', eq: 1 }, { text_folded: 'something' }),
    found: [['texts of attachments', 'attachment_data 1', 'text_folded does not follow from what it is made of']],
    isRepairable: true,
  },
  {
    title: 'a weight of a tag that is not the number of its uses',
    plant: (tx) => tx.update('comment_tag_weights', { col: 'tag', eq: 'spam' }, { weight: 5 }),
    found: [['tag weights', 'comment_tag_weights, one of its rows', 'weight is 5 and should be 1']],
    isRepairable: true,
  },
  {
    title: 'a comment with reactions that is not marked',
    plant: (tx) => tx.insert('comment_reactions', [{ comment_id: 1, user_id: 1, reaction: 'sad', at: new Date() }]),
    found: [['comments with reactions', 'comments 1', 'has_reactions is null and should be true']],
    isRepairable: true,
  },
  {
    title: 'patterns that are longer than they may be',
    plant: async (tx) => {
      await tx.update('groups', { col: 'id', eq: 1 }, { user_regexp: 'x'.repeat(1001) })
      await tx.delete('parameters', { col: 'name', in: ['emailregexp', 'createemailregexp'] })
      await tx.insert('parameters', [
        { name: 'emailregexp', value: 'y'.repeat(1002) },
        { name: 'createemailregexp', value: 'z'.repeat(1000) },
      ])
    },
    found: [
      ['patterns', 'groups 1', 'user_regexp has 1001 characters and may have 1000: set a shorter one'],
      [
        'patterns',
        'parameters, one of its rows',
        'emailregexp has 1002 characters and may have 1000: set a shorter one',
      ],
    ],
  },
  {
    title: 'a name whose case is lost wrongly in a key',
    plant: (tx) => tx.update('bug_aliases', { col: 'alias', eq: 'T' }, { alias_folded: 'x' }),
    found: [['folded twins', 'bug_aliases, one of its rows', 'alias_folded does not follow from what it is made of']],
  },
  {
    title: 'a second factor that cannot be proven, and a session of an actor who is not there',
    async plant(tx) {
      const factor = { user_id: 1, secret: '', creation_time: new Date(), confirmed_time: new Date() }
      await tx.insert('second_factors', [{ ...factor, last_step: 0, failures: 0, last_failure: null }])
      const session = { user_id: 1, secret_hash: 'h', login_by: 'password', has_second_factor: false, actor_id: 99_999 }
      await tx.insert('tokens', [{ id: 77, ...session, creation_time: new Date(), last_used: new Date() }])
    },
    found: [
      ['logins', 'second_factors 1', 'it has neither a secret nor a passkey'],
      ['references', 'tokens 77', 'actor_id refers to something that is not in users'],
    ],
  },
  {
    title: 'a reference to somebody who is not there',
    plant: (tx) => tx.update('bugs', bug, { qa_contact_id: 9999 }),
    found: [['references', 'bugs 1', 'qa_contact_id refers to something that is not in users']],
  },
  {
    title: 'rows of a bug that is not there',
    plant: (tx) => tx.insert('bug_keywords', [{ bug_id: 99, keyword_id: 1 }]),
    found: [['references', 'bug_keywords 99 1', 'bug_id refers to something that is not in bugs']],
  },
  {
    title: 'a keyword of a form that is not there',
    plant: (tx) => tx.insert('form_keywords', [{ form_id: 99, keyword_id: 1 }]),
    found: [['references', 'form_keywords 99 1', 'form_id refers to something that is not in forms']],
  },
  {
    title: 'follows of products, components and users that are not there',
    plant: (tx) =>
      tx.insert(
        'follows',
        ['product', 'component', 'user', 'thing'].map((kind) => ({ user_id: 1, kind, object_id: 99, scope: 'all' })),
      ),
    found: ['thing', 'product', 'component', 'user'].map(() => [
      'follows',
      'follows, one of user_id 1, object_id 99',
      'object_id refers to something that is not there',
    ]) as never,
  },
  {
    title: 'marks, follows and schedules of users and bugs that are not there',
    plant: async (tx) => {
      await tx.insert('bug_marks', [
        { user_id: 1, bug_id: 99 },
        { user_id: 99, bug_id: 1, following: true, following_off: true },
      ])
      await tx.insert('follows', [{ user_id: 99, kind: 'user', object_id: 1, scope: 'all' }])
      const when = { days: 1, hours: [8], next_time: new Date(0), disabled_reason: '' }
      const schedule = { kind: 'digest', name: '', only_changed: false, if_empty: false, is_enabled: true }
      await tx.insert('schedules', [{ ...schedule, ...when, user_id: 99 }])
    },
    found: [
      ['follows', 'bug_marks 99 1', 'following and following_off contradict each other'],
      ['references', 'bug_marks 1 99', 'bug_id refers to something that is not in bugs'],
      ['references', 'bug_marks 99 1', 'user_id refers to something that is not in users'],
      ['references', 'follows, one of user_id 99, object_id 1', 'user_id refers to something that is not in users'],
      ['references', 'schedules 1', 'user_id refers to something that is not in users'],
    ],
  },
  {
    title: 'a version of another product',
    plant: async (tx) => {
      const [other] = await tx.select({ from: 'versions', where: { col: 'name', eq: 'unspecified' } })
      await tx.update('bugs', bug, { version_id: other?.id ?? 0 })
    },
    found: [['values of bugs', 'bugs 1', 'version_id is one of another product']],
  },
  {
    title: 'a value of another field, and a resolution of an open bug',
    plant: async (tx) => {
      const [fixed] = await tx.select({ from: 'legal_values', where: { col: 'name', eq: 'FIXED' } })
      await tx.update('bugs', bug, { priority_id: fixed?.id ?? 0, resolution_id: fixed?.id ?? 0 })
    },
    found: [
      ['values of bugs', 'bugs 1', 'priority_id is a value of another field'],
      ['values of bugs', 'bugs 1', 'it is open with a resolution'],
    ],
  },
  {
    title: 'a comment that is missing',
    plant: (tx) =>
      tx.update(
        'comments',
        {
          and: [
            { col: 'bug_id', eq: 2 },
            { col: 'count', eq: 1 },
          ],
        },
        { count: 5 },
      ),
    found: [['numbers of comments', 'bugs 2', 'it has no comment 1, but later ones']],
  },
  {
    title: 'a change that history does not tell',
    plant: (tx) => tx.update('bugs', bug, { whiteboard: 'other', whiteboard_folded: 'other' }),
    found: [['history', 'bug_history', 'whiteboard of bug 1 does not become what comes after it']],
  },
  {
    title: 'a change of which history is missing',
    plant: (tx) => tx.update('bug_history', { col: 'added', eq: 'The file' }, { added: 'Lost', added_folded: 'lost' }),
    found: [['history', 'bug_history', 'attachments.description of bug 1 does not become what comes after it']],
  },
  {
    title: 'a dependency that history does not tell',
    plant: (tx) => tx.delete('bug_dependencies', { col: 'bug_id', eq: 1 }),
    found: [
      ['history', 'bug_history', 'depends_on of bug 1 does not become what comes after it'],
      ['history', 'bug_history', 'blocks of bug 2 does not become what comes after it'],
    ],
  },
  {
    title: 'content that is not complete',
    plant: (tx) => tx.update('attachments', bug, { size: 100 }),
    found: [['contents of attachments', 'attachments 1', 'of its 100 bytes there are 9']],
  },
  {
    title: 'an entry of the change feed that is missing, and one that cannot be read',
    plant: async (tx) => {
      await tx.delete('changes', { col: 'seq', eq: 2 })
      await tx.update('changes', { col: 'seq', eq: 4 }, { payload: { history: 'all' }, bug_id: null })
    },
    found: [
      ['change feed', 'changes 3', 'it does not follow the one before it'],
      ['change feed', 'changes 4', 'its payload is not one of its kind'],
      ['change feed', 'changes 4', 'it is about a bug and names none, or the reverse'],
    ],
  },
  {
    title: 'an entry of the change feed with a name that none has',
    plant: (tx) => tx.update('changes', { col: 'seq', eq: 6 }, { payload: { commentr: [1] } }),
    found: [['change feed', 'changes 6', 'its payload is not one of its kind']],
  },
  {
    title: 'a number of the last entry that is not its number, and a reader that is beyond it',
    plant: async (tx) => {
      await tx.update('installation', { col: 'id', eq: 1 }, { change_seq: 1 })
      await tx.put('feed_cursors', [{ name: 'mail', seq: 1000, at: new Date(0) }])
    },
    found: [
      ['change feed', 'installation', expect.stringMatching(/^the last entry is number \d+, and not 1 as it says$/)],
      ['change feed', 'feed_cursors mail', 'it is beyond the last entry'],
    ],
  },
  {
    title: 'mail that cannot be made',
    plant: (tx) =>
      tx.insert('mail_outbox', [
        {
          kind: 'bug',
          bug_id: 1,
          payload: {},
          state: 'waiting',
          attempts: 0,
          next_attempt: new Date('2030-01-01'),
          creation_time: new Date(0),
          claimed_by: 'me',
        },
      ]),
    found: [
      ['outbox', 'mail_outbox 1', 'its payload is not one of its kind'],
      ['outbox', 'mail_outbox 1', 'it has neither a recipient nor an address'],
      ['outbox', 'mail_outbox 1', 'its claim has no owner or no end'],
    ],
  },
]

onEveryStore('checkStore', (world) => {
  it('finds nothing after many random operations of many people, some refused, with mail and attachments', async () => {
    const mailer = memoryMailer()
    const opened = await world({ mail: mailer })
    await populate(opened.store, opened.clock.now())
    await fill(opened)
    const random = createRandom(20_260_302)
    for (let step = 0; step < 60; step++) {
      opened.clock.advance(1)
      const move = nextMove(random, step)
      await move.run(opened.as(move.who)).catch((error: unknown) => {
        if (!isTrackerError(error)) throw error
      })
    }
    expect(await problemsIn(opened.store)).toEqual([])
    await opened.tracker.deliverMail()
    expect(mailer.messages.length).toBeGreaterThan(0)
    expect(await problemsIn(opened.store)).toEqual([])
    expect(await repaired(opened.store)).toEqual([])
  })

  it('finds nothing after the content of a text and of a picture has been erased', async () => {
    const opened = await world()
    await fill(opened)
    const file = { file_name: 'a.png', summary: 'A picture', content_type: 'image/png', data: new Uint8Array([1]) }
    await opened.as('alice').attachments.create({ ids: [1], ...file })
    const system = opened.tracker.asSystem(at('admin'))
    await system.parameters.update({ parameters: { allow_attachment_deletion: true } })
    await system.attachments.erase({ ids: [1, 2], reason: 'Personal' })
    expect(await problemsIn(opened.store)).toEqual([])
  })

  it('finds every damage and nothing else, repeats no text of users, and repairStore fixes derived rows', async () => {
    const opened = await world()
    await fill(opened)
    for (const { plant } of defects) await inStore(opened.store, (tx) => plant(tx) as Promise<void>)
    const expected = defects.flatMap(({ found, isRepairable = false }) =>
      found.map(([check, place, text]) => ({
        check,
        text,
        isRepairable,
        place: expect.stringMatching(new RegExp(`^${place}`)) as string,
      })),
    )
    const [repairable, lasting] = [true, false].map((is) => expected.filter(({ isRepairable }) => isRepairable === is))
    const found = await problemsIn(opened.store)
    expectSame(found, expected)
    for (const text of ['Straße', 'strasse', 'spam', 'Seen', 'Another', 'Lost'])
      expect(JSON.stringify(found)).not.toContain(text)
    expectSame(await repaired(opened.store), repairable)
    expectSame(await problemsIn(opened.store), lasting)
  })
})

function expectSame(found: readonly Problem[], expected: readonly Problem[] = []): void {
  expect(found).toEqual(expect.arrayContaining([...expected]))
  expect(found).toHaveLength(expected.length)
}
