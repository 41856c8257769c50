// Random changes of users to the bugs of the source, the same for the same random numbers.
import type { Operations } from '@trackerkit/core'
import { below, chance, logNormal, oneOf, weighted, type Random } from '../../../../corpus/random.js'
import type { TextWriter } from '../../../../corpus/texts.js'
import { choices, flagNames, keywords, places, resolutions, statuses, type People, type Place } from './setting.js'

/** Facts about the tracker for its users. */
export interface Life {
  readonly random: Random
  readonly writer: TextWriter
  readonly people: People
  /** The highest numbers so far. */
  readonly highest: { bug: number; attachment: number }
}

/** A user's action. It may be rejected, for example when the bug is not in a state for it. */
export interface Deed {
  readonly by: string
  readonly run: (as: Operations) => Promise<unknown>
}

type BugChange = Omit<Parameters<Operations['bugs']['update']>[0], 'ids'>

/** Texts that have caused errors before. */
const oddTexts = [
  'Zeile eins\r\nZeile zwei\r\n\r\n  eingerückt\tmit Tab  \n\n\n',
  '<script>alert("&amp;")</script> %s %00 \\u0000 ${x} {{y}}',
  'e\u0301 is not \u00e9, \u202eright to left\u202c, zero\u200bwidth, 👩‍👩‍👧‍👦 and 🇺🇳',
  '*** This bug has been marked as a duplicate of bug 1 ***',
  'Created attachment 1\nnot really\n\n(In reply to comment #0)\n> bug 2, comment 3, attachment 4',
  'null',
  '0',
  '"quoted", \'single\', comma, semi; colon: | pipe',
] as const

const links = [
  'https://github.com/example/thing/issues/7',
  'https://bugs.debian.org/cgi-bin/bugreport.cgi?bug=1234',
  'https://launchpad.net/bugs/99',
] as const

/** Files a bug with whatever a new bug may have. */
export function file(life: Life): Deed {
  const { random, writer, people } = life
  const isPlain = chance(random, 0.5)
  const by = oneOf(random, chance(random, 0.7) ? people.editors : people.others)
  const place = oneOf(random, places)
  const values = placed(life, place)
  const input = {
    ...values,
    summary: summary(life),
    description: text(life),
    priority: oneOf(random, ['---', 'High', 'Low', 'Someday']),
    severity: oneOf(random, ['normal', 'major', 'cosmétique', 'enhancement']),
    op_sys: oneOf(random, ['All', 'Linux', 'Plan 9']),
    platform: oneOf(random, ['All', 'PC']),
  }
  const all = isPlain ? input : { ...input, ...extras(life, place), ...custom(life) }
  return {
    by,
    run: async (as) => {
      const { id } = await as.bugs.create({
        ...all,
        ...(chance(random, 0.1) && { url: `https://x.example/${writer.name()}` }),
      })
      life.highest.bug = id
    },
  }
}

function placed({ random }: Life, { product, components, versions, milestones }: Place) {
  const target_milestone = oneOf(random, milestones)
  return { product, component: oneOf(random, components), version: oneOf(random, versions), target_milestone }
}

function extras(life: Life, { groups }: Place) {
  const { random, people, highest } = life
  const isEditor = chance(random, 0.5)
  return {
    cc: some(random, [...people.editors, ...people.others], 3),
    keywords: some(random, keywords, 2),
    ...(groups.length > 0 && chance(random, 0.3) && { groups: some(random, groups, 2) }),
    ...(chance(random, 0.2) && {
      alias: [`alias-${highest.bug + 1}`, `Ünique_${highest.bug + 1}`].slice(0, 1 + below(random, 2)),
    }),
    ...(chance(random, 0.2) && { see_also: [oneOf(random, links)] }),
    ...(highest.bug > 0 && chance(random, 0.2) && { depends_on: [1 + below(random, highest.bug)] }),
    ...(isEditor && { comment_is_private: chance(random, 0.1), estimated_time: below(random, 80) / 4 }),
    whiteboard: chance(random, 0.3) ? `[${oneOf(random, oddTexts)}]` : '',
    deadline: chance(random, 0.2) ? '2031-02-28' : '',
  }
}

type CustomValues = Readonly<Record<`cf_${string}`, string | number | Date | readonly string[]>>

/** Values of some custom fields. */
function custom({ random, writer, highest }: Life): CustomValues {
  const pick = <T>(value: T): T | undefined => (chance(random, 0.35) ? value : undefined)
  const values = {
    cf_text: pick(writer.line(30)),
    cf_team: pick(oneOf(random, choices.cf_team)),
    cf_platforms: pick(some(random, choices.cf_platforms.slice(0, 3), 3)),
    cf_story: pick(`${writer.text(200)}\r\n${oneOf(random, oddTexts)}`),
    cf_when: pick(new Date(Date.UTC(2020 + below(random, 9), below(random, 12), 1 + below(random, 28), 13, 14, 15))),
    cf_ticket: pick(1 + below(random, Math.max(1, highest.bug))),
    cf_day: pick(`20${10 + below(random, 30)}-0${1 + below(random, 9)}-1${below(random, 10)}`),
    cf_points: pick(below(random, 100) - 10),
  }
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as CustomValues
}

type Change = (life: Life) => BugChange

const changes: readonly (readonly [Change, number])[] = [
  [({ random }) => ({ status: oneOf(random, statuses.open) }), 6],
  [
    ({ random, ...life }) => ({
      status: oneOf(random, statuses.closed),
      resolution: oneOf(random, resolutions),
      comment: { body: text({ random, ...life }) },
    }),
    6,
  ],
  [({ random, highest }) => ({ dupe_of: 1 + below(random, highest.bug) }), 2],
  [
    ({ random }) => ({
      priority: oneOf(random, ['---', 'Highest', 'High', 'Normal']),
      severity: oneOf(random, ['minor', 'critical']),
    }),
    5,
  ],
  [(life) => ({ summary: summary(life) }), 2],
  [({ random, writer }) => ({ whiteboard: chance(random, 0.3) ? '' : writer.line(40) }), 3],
  [
    ({ random, people }) => ({
      assigned_to: oneOf(random, people.editors),
      qa_contact: oneOf(random, ['', ...people.editors]),
    }),
    5,
  ],
  [
    ({ random, people }) => ({
      cc: { add: some(random, [...people.others, ...people.disabled], 3), remove: some(random, people.others, 2) },
    }),
    5,
  ],
  [
    ({ random }) => ({ keywords: { add: some(random, keywords.slice(0, 3), 2), remove: some(random, keywords, 2) } }),
    4,
  ],
  [({ random, highest }) => ({ depends_on: { add: [1 + below(random, highest.bug)] } }), 3],
  [
    ({ random, highest }) => ({
      blocks: { add: [1 + below(random, highest.bug)], remove: [1 + below(random, highest.bug)] },
    }),
    2,
  ],
  [
    ({ random, highest }) => ({
      see_also: {
        add: [oneOf(random, [...links, String(1 + below(random, highest.bug))])],
        remove: some(random, links, 1),
      },
    }),
    2,
  ],
  [({ random }) => ({ groups: { [oneOf(random, ['add', 'remove'])]: ['security'] } }), 3],
  [
    ({ random, writer }) => ({
      alias: chance(random, 0.5) ? [`${writer.name()}_${below(random, 1000)}`.slice(0, 40)] : [],
    }),
    1,
  ],
  [(life) => placed(life, oneOf(life.random, places)), 2],
  [custom, 6],
  [({ random, people }) => ({ flags: [flag(random, flagNames.bug, people)] }), 5],
  [
    ({ random }) => ({
      work_time: oneOf(random, [0.1, 1.25, 3, -0.5]),
      remaining_time: below(random, 40) / 4,
      comment: { body: 'Worked' },
    }),
    3,
  ],
  [({ random }) => ({ work_time: 0.75, deadline: oneOf(random, ['', '2030-01-01']) }), 1],
  [({ random }) => ({ is_cc_accessible: chance(random, 0.5), is_creator_accessible: chance(random, 0.5) }), 1],
  [(life) => ({ comment: { body: text(life), is_private: chance(life.random, 0.2) } }), 14],
]
const anyChange = weighted(changes)

/** A change of existing bugs. */
export function change(life: Life): Deed {
  const { random, people, highest } = life
  const id = nearby(life)
  const dice = random()
  if (dice < 0.04) return attach(life, id)
  if (dice < 0.08 && highest.attachment > 0) return changeAttachment(life)
  if (dice < 0.15) return tagComments(life, id)
  if (dice < 0.28) {
    const input = { id, comment: text(life), ...(chance(random, 0.1) && { work_time: 0.25 }) }
    return { by: oneOf(random, [...people.editors, ...people.others]), run: (as) => as.comments.create(input) }
  }
  const ids = chance(random, 0.05) ? [...new Set([id, nearby(life)])] : [id]
  const input: BugChange = chance(random, 0.3)
    ? { ...anyChange(random)(life), ...anyChange(random)(life) }
    : anyChange(random)(life)
  return { by: oneOf(random, people.editors), run: (as) => as.bugs.update({ ids, ...input }) }
}

/** Mostly one of the last bugs. */
function nearby({ random, highest }: Life): number {
  const last = Math.min(highest.bug, chance(random, 0.7) ? 40 : highest.bug)
  return highest.bug - below(random, last)
}

function attach(life: Life, id: number): Deed {
  const { random, writer, people } = life
  const is_patch = chance(random, 0.3)
  const size = chance(random, 0.004) ? 3_000_000 : Math.ceil(Math.min(800_000, logNormal(random, 2_000, 1.3)))
  const start = Buffer.from(`${writer.text(60)}\n${random()}\n`)
  const data = new Uint8Array(Buffer.concat([start, Buffer.alloc(size, start)]))
  const input = {
    ...{ ids: [id], data, is_patch, summary: summary(life), comment: chance(random, 0.3) ? text(life) : '' },
    file_name: `${writer.name()} (${below(random, 9)}) “x”.${is_patch ? 'patch' : 'bin'}`,
    content_type: is_patch
      ? 'text/plain'
      : oneOf(random, ['application/octet-stream', 'image/png', 'text/plain; charset=utf-8']),
    ...(chance(random, 0.2) && { is_private: true }),
    ...(chance(random, 0.2) && { flags: [flag(random, flagNames.attachment, people)] }),
  }
  return {
    by: oneOf(random, people.editors),
    run: async (as) => {
      const { ids } = await as.attachments.create(input)
      life.highest.attachment = Math.max(...ids)
    },
  }
}

function changeAttachment(life: Life): Deed {
  const { random, people, highest } = life
  const input = oneOf<object>(random, [
    { is_obsolete: true },
    { is_private: chance(random, 0.5), comment: 'About the file' },
    { file_name: 'renamed.txt', summary: summary(life) },
    { flags: [flag(random, flagNames.attachment, people)] },
  ])
  const ids = [1 + below(random, highest.attachment)]
  return { by: oneOf(random, people.editors), run: (as) => as.attachments.update({ ids, ...input }) }
}

/** Tags of a comment, its privacy, and personal tags. */
function tagComments(life: Life, id: number): Deed {
  const { random, people } = life
  const [place, isTag, is_private] = [random(), chance(random, 0.6), chance(random, 0.5)]
  return {
    by: oneOf(random, people.editors),
    run: async (as) => {
      const { bugs } = await as.comments.get({ ids: [id] })
      const all = bugs[id]?.comments ?? []
      const comment = all[Math.floor(place * all.length)]
      if (!comment) return
      if (isTag)
        await as.comments.updateTags({
          comment_id: comment.id,
          add: ['helpful', 'off-topic', 'v1.0'].slice(0, 1 + Math.floor(place * 3)),
        })
      else await as.bugs.update({ ids: [id], comment_is_private: { [comment.id]: is_private } })
      await as.tags.update({ ids: [id], add: ['mine alone'] })
    },
  }
}

function flag(random: Random, names: readonly string[], { editors }: People) {
  const status = oneOf(random, ['?', '?', '+', '-', 'X'])
  return {
    name: oneOf(random, names),
    status,
    ...(status === '?' && chance(random, 0.5) && { requestee: oneOf(random, editors) }),
  }
}

function summary({ random, writer }: Life): string {
  if (chance(random, 0.05)) return oneOf(random, oddTexts).replaceAll(/\s+/g, ' ').trim()
  return writer.line(Math.min(250, logNormal(random, 50, 0.4))).slice(0, 250)
}

function text({ random, writer }: Life): string {
  if (chance(random, 0.06)) return oneOf(random, oddTexts)
  if (chance(random, 0.002)) return writer.text(60_000).slice(0, 65_000)
  return writer.text(logNormal(random, 160, 1))
}

/** Up to `most` of them, without repetition. */
function some<T>(random: Random, items: readonly T[], most: number): T[] {
  return [...new Set(Array.from({ length: below(random, most + 1) }, () => oneOf(random, items)))]
}
