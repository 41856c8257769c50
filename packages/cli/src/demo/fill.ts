// Carries out the plan of the example tracker through the public operations.
import { createTracker, type Operations, type Tracker } from '@trackerkit/core'
import type { Store } from '@trackerkit/core/store'
import { planHighlights } from './highlights.js'
import { planDemo, yearInMinutes, type DemoEvent } from './plan.js'
import { accounts, administrator, loginOf, people, products } from './setting.js'
import { detailsOf, keywords, milestones, type BugDetails } from './spread.js'

/** Opens the example tracker in a store, and fills it when the store is empty: with a year that ends at `now`. */
export async function openDemo(store: Store, now = new Date()): Promise<Tracker> {
  const timeAt = (minutes: number) => new Date(now.getTime() + (minutes - yearInMinutes) * 60_000)
  let at: Date | undefined = timeAt(0)
  const { login, password } = administrator
  const tracker = await createTracker({
    store,
    administrator: { login, password },
    testing: { clock: () => at ?? new Date() },
  })
  if (tracker.isNew) {
    await setUp(tracker.asSystem(login), now)
    await setUpRest(tracker.asSystem(login))
    for (const step of steps(now)) {
      at = timeAt(step.at)
      await step.happen(tracker.as({ login: loginOf(step.by) }))
    }
  }
  at = undefined
  return tracker
}

interface Step {
  readonly at: number
  readonly by: string
  readonly happen: (operations: Operations) => Promise<unknown>
}

/** Everything that happens, in order of time. */
function steps(now: Date): readonly Step[] {
  const events = planDemo()
  const details = detailsOf(events)
  const ids: number[] = []
  const planned = events.map((event): Step => {
    const about = details.get(event.bug)
    const by = (event.kind === 'file' ? about?.by : undefined) ?? event.by
    return { at: event.at, by, happen: async (operations) => happen(operations, event, about, ids) }
  })
  const others = planHighlights(events, now).map((one) => ({
    ...one,
    happen: async (operations: Operations) => one.happen(operations, ids),
  }))
  return [...planned, ...others].toSorted((a, b) => a.at - b.at)
}

async function setUp(system: Operations, now: Date): Promise<void> {
  await system.apiKeys.create({ key: administrator.apiKey, description: 'For trying things out' })
  await system.parameters.update({ parameters: { defaultseverity: 'normal' } })
  for (const [person, full_name] of Object.entries(people)) {
    const password = accounts.some(({ login }) => login === loginOf(person)) ? administrator.password : undefined
    await system.users.create({ email: loginOf(person), full_name, ...(password !== undefined && { password }) })
  }
  for (const [name, description] of Object.entries(keywords)) await system.keywords.create({ name, description })
  for (const { name: product, description, version, components } of products) {
    await system.products.create({ name: product, description, version })
    for (const [index, name] of (milestones[product] ?? []).entries()) {
      const { start, due } = datesOf(index, now)
      await system.milestones.create({
        product,
        name,
        sort_key: 10 * (index + 1),
        start_date: start,
        due_date: due,
      })
    }
    for (const { name, description: about, owner } of components) {
      await system.components.create({ product, name, description: about, default_assignee: loginOf(owner) })
    }
  }
}

/** The next milestone is due in 12 days, the one after eight weeks later. */
function datesOf(index: number, now: Date): { readonly start: string; readonly due: string } {
  const dayAfter = (days: number) => new Date(now.getTime() + days * 86_400_000).toISOString().slice(0, 10)
  const due = 12 + index * 56
  return { start: dayAfter(due - 56), due: dayAfter(due) }
}

/** Flags, and a group for restricted bugs. */
async function setUpRest(system: Operations): Promise<void> {
  const { login } = administrator
  const requested = { is_requestable: true, is_specifically_requestable: true }
  const [needinfo, review] = ['The bug waits for an answer', 'Has been read']
  await system.flagTypes.create({ name: 'needinfo', description: needinfo, target_type: 'bug', ...requested })
  await system.flagTypes.create({ name: 'review', description: review, target_type: 'attachment', ...requested })
  await system.groups.create({ name: 'security', description: 'Security team' })
  await system.users.update({ names: [login, loginOf('grace')], groups: { add: ['security'] } })
  const names = products.map(({ name }) => name)
  await system.groupControls.update({ names, group: 'security', member_control: 'shown', other_control: 'na' })
}

/** `ids` are the numbers of the bugs of the plan; a new one is added. */
async function happen(
  { bugs, comments }: Operations,
  event: DemoEvent,
  about: BugDetails | undefined,
  ids: number[],
): Promise<void> {
  if (event.kind === 'file') {
    const { product, component, version, summary, description, severity, priority } = event
    const { id } = await bugs.create({
      product,
      component,
      version,
      summary,
      description,
      severity,
      priority,
      keywords: [...(about?.keywords ?? [])],
      ...(about?.milestone !== undefined && { target_milestone: about.milestone }),
    })
    ids[event.bug] = id
    return
  }
  const id = ids[event.bug] as number
  if (event.kind === 'comment') await comments.create({ id, comment: event.text })
  else await bugs.update({ ids: [id], ...updateOf(event, ids) })
}

type Change = Exclude<DemoEvent, { kind: 'file' | 'comment' }>

function updateOf(event: Change, ids: readonly number[]): Omit<Parameters<Operations['bugs']['update']>[0], 'ids'> {
  switch (event.kind) {
    case 'join':
      return { cc: { add: [loginOf(event.by)] } }
    case 'depend':
      return { depends_on: { add: [ids[event.on] as number] } }
    case 'take':
      return { status: 'IN_PROGRESS', assigned_to: loginOf(event.by) }
    case 'close':
      return { status: 'RESOLVED', resolution: event.resolution, comment: { body: event.text } }
    case 'duplicate':
      return { dupe_of: ids[event.of] }
    case 'verify':
      return { status: 'VERIFIED' }
    case 'reopen':
      return { status: 'CONFIRMED', comment: { body: event.text } }
  }
}
