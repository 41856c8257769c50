// The events of the example tracker with their times, as a list. The same on every machine.
import { people, products, type DemoComponent } from './setting.js'
import { closings, descriptions, remarks, summaries } from './texts.js'

/** Minutes since the beginning. */
type Minutes = number

interface Event {
  readonly at: Minutes
  readonly by: string
  /** Index of the bug in the plan, in order of filing. */
  readonly bug: number
}

export type DemoEvent = Event &
  (
    | {
        readonly kind: 'file'
        readonly product: string
        readonly component: string
        readonly version: string
        readonly summary: string
        readonly description: string
        readonly severity: string
        readonly priority: string
      }
    | { readonly kind: 'comment'; readonly text: string }
    | { readonly kind: 'take' }
    | { readonly kind: 'close'; readonly resolution: string; readonly text: string }
    | { readonly kind: 'duplicate'; readonly of: number }
    | { readonly kind: 'verify' }
    | { readonly kind: 'reopen'; readonly text: string }
    | { readonly kind: 'depend'; readonly on: number }
    | { readonly kind: 'join' }
  )

const bugCount = 200
export const yearInMinutes: Minutes = 365 * 24 * 60
const day: Minutes = 24 * 60

/** Everything that happens within a year, in order. */
export function planDemo(): DemoEvent[] {
  const dice = createDice(20_240_229)
  const subjects = dice.shuffled(allSubjects()).slice(0, bugCount)
  const filed = subjects.map(() => dice.upTo(yearInMinutes - day)).toSorted((a, b) => a - b)
  const events = subjects.flatMap((subject, bug) => lifeOf(dice, bug, filed[bug] as Minutes, subject))
  return events.filter((event) => event.at < yearInMinutes).toSorted((a, b) => a.at - b.at)
}

interface Subject {
  readonly product: string
  readonly version: string
  readonly component: DemoComponent
  readonly part: string
  readonly summary: string
}

/** Every summary about every part: each is used once at most. */
function allSubjects(): Subject[] {
  return products.flatMap(({ name: product, version, components }) =>
    components.flatMap((component) =>
      component.parts.flatMap((part) =>
        summaries.map((summary) => ({ product, version, component, part, summary: filled(summary, part) })),
      ),
    ),
  )
}

function lifeOf(dice: Dice, bug: number, filed: Minutes, subject: Subject): DemoEvent[] {
  const names = Object.keys(people)
  const { owner } = subject.component
  const [reporter, other] = dice.shuffled(names.filter((name) => name !== owner)) as [string, string]
  const events: DemoEvent[] = [
    {
      at: filed,
      by: reporter,
      bug,
      kind: 'file',
      product: subject.product,
      component: subject.component.name,
      version: subject.version,
      summary: subject.summary,
      description: filled(dice.one(descriptions), subject.part),
      severity: dice.one(['critical', 'major', 'normal', 'normal', 'normal', 'minor', 'trivial', 'enhancement']),
      priority: dice.one(['Highest', 'High', 'Normal', 'Normal', 'Low', '---']),
    },
  ]
  let at = filed
  const later = (days: number) => (at += 30 + dice.upTo(days * day))
  for (const by of dice.some([other, owner, reporter])) {
    events.push({ at: later(6), by, bug, kind: 'comment', text: dice.one(remarks) })
  }
  if (dice.happens(0.3)) events.push({ at: later(3), by: other, bug, kind: 'join' })
  if (bug > 10 && dice.happens(0.12)) {
    events.push({ at: later(4), by: owner, bug, kind: 'depend', on: bug - 1 - dice.upTo(9) })
  }
  if (dice.happens(0.7)) events.push({ at: later(12), by: owner, bug, kind: 'take' })
  else return events
  if (dice.happens(0.75)) events.push(...endOf(dice, bug, later, owner, reporter))
  return events
}

function endOf(
  dice: Dice,
  bug: number,
  later: (days: number) => Minutes,
  owner: string,
  reporter: string,
): DemoEvent[] {
  if (bug > 10 && dice.happens(0.1)) {
    return [{ at: later(20), by: owner, bug, kind: 'duplicate', of: bug - 1 - dice.upTo(9) }]
  }
  const resolution = dice.one(['FIXED', 'FIXED', 'FIXED', 'FIXED', 'WORKSFORME', 'INVALID', 'WONTFIX'])
  const close = { by: owner, bug, kind: 'close', resolution, text: closings[resolution] ?? '' } as const
  const end: DemoEvent[] = [{ at: later(40), ...close }]
  if (resolution !== 'FIXED') return end
  if (dice.happens(0.15)) {
    end.push({ at: later(10), by: reporter, bug, kind: 'reopen', text: 'It happens again with the current version.' })
  } else if (dice.happens(0.4)) end.push({ at: later(10), by: reporter, bug, kind: 'verify' })
  return end
}

function filled(text: string, part: string): string {
  const sentence = text.replaceAll('{part}', part)
  return `${sentence[0]?.toUpperCase()}${sentence.slice(1)}`
}

interface Dice {
  /** A whole number from 0, below `limit`. */
  upTo(limit: number): number
  happens(probability: number): boolean
  one<T>(list: readonly T[]): T
  /** The first few of a list, perhaps none. */
  some<T>(list: readonly T[]): readonly T[]
  shuffled<T>(list: readonly T[]): T[]
}

/** Chance that falls the same way every time (mulberry32). */
function createDice(seed: number): Dice {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const upTo = (limit: number) => Math.floor(next() * limit)
  return {
    upTo,
    happens: (probability) => next() < probability,
    one: <T>(list: readonly T[]) => list[upTo(list.length)] as T,
    some: (list) => list.slice(0, upTo(list.length + 1)),
    shuffled: (list) =>
      list
        .map((item) => ({ item, key: next() }))
        .toSorted((a, b) => a.key - b.key)
        .map(({ item }) => item),
  }
}
