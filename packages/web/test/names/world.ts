// Bugs, people and settings with which all controls are shown.
import { password, people, type World } from '../harness.js'

/** A user of whom nothing is known. */
export const newcomer = 'new@example.com'

export interface Numbers {
  /** A bug in group `security`, with a value in many fields. */
  readonly secret: number
  /** One that has been discussed and changed. */
  readonly talk: number
  readonly closed: number
}

const place = { product: 'Widgets', component: 'UI', version: '1.0' }

export async function fill({ tracker, clock }: World): Promise<Numbers> {
  const system = tracker.asSystem(people.admin)
  const [grace, rita] = [tracker.as({ login: people.grace }), tracker.as({ login: people.reporter })]
  await system.parameters.update({
    parameters: { comment_edit_minutes: 60, comment_taggers_group: 'staff', timetrackinggroup: 'staff' },
  })
  await system.groups.create({ name: 'security', description: 'Security team' })
  await system.users.update({ names: [people.grace, people.admin], groups: { add: ['security'] } })
  await system.groupControls.update({ names: ['Widgets'], group: 'security', member_control: 'shown' })
  await system.keywords.create({ name: 'crash', description: 'Crashes' })
  await system.milestones.create({
    product: 'Widgets',
    name: 'M1',
    ...{ start_date: '2026-01-01', due_date: '2026-03-01' },
  })
  await system.flagTypes.create({ name: 'review', description: 'Review', target_type: 'bug' })
  const values = { priority: 'High', severity: 'critical', keywords: ['crash'], whiteboard: 'soon', alias: 'mine' }
  const { id: secret } = await grace.bugs.create({
    ...place,
    ...values,
    ...{ summary: 'It leaks', groups: ['security'], url: 'https://example.com/', cc: [people.reporter] },
    ...{ target_milestone: 'M1', deadline: '2026-03-01', description: 'Everywhere.' },
  })
  const { id: talk } = await rita.bugs.create({ ...place, summary: 'It talks', description: 'Too much.' })
  const data = Buffer.from('--- a/a\n+++ b/a\n@@ -1 +1 @@\n-a\n+b\n')
  const file = { file_name: 'a.txt', summary: 'A log', content_type: 'text/plain', data }
  await grace.attachments.create({ ids: [talk], ...file })
  await grace.attachments.create({ ids: [talk], ...file, summary: 'A patch', is_patch: true })
  const { id: comment } = await grace.comments.create({ id: talk, comment: 'It dose' })
  await grace.comments.update({ id: comment, text: 'It does', expected_revision: 0 })
  clock.ahead += 11
  for (const change of [{ priority: 'Low' }, { severity: 'minor' }, { whiteboard: 'later' }]) {
    clock.ahead += 1
    await grace.bugs.update({ ids: [talk], ...change })
  }
  const { id: closed } = await grace.bugs.create({ ...place, summary: 'It hummed' })
  await grace.bugs.update({ ids: [closed], status: 'RESOLVED', resolution: 'FIXED' })
  await system.users.create({ email: newcomer, full_name: 'Nora New', password })
  const flags = [{ name: 'review', status: '?', requestee: people.grace }] as const
  await tracker.as({ login: people.admin }).bugs.update({ ids: [talk], flags })
  await grace.savedSearches.save({ name: 'Hums', query: 'summary=hums' })
  return { secret, talk, closed }
}
