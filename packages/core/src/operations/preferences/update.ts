import * as z from 'zod'
import { changesView } from '../../domain/audit/plan.js'
import { audit } from '../../domain/audit/write.js'
import { isStoppedByBounces, noBounces } from '../../domain/users/bounces.js'
import { rescheduleAll } from '../../domain/schedules/reschedule.js'
import { requireUser, type Call } from '../../call/context.js'
import { defineWrite } from '../../call/define/operation.js'
import { storeWantsFullText, wantsFullText } from '../../search/quicksearch/full-text.js'
import type { Writer } from '../../schema/index.js'
import { bumpIdentityVersion } from '../../setup/catalogue.js'
import {
  changedPreferences,
  loadPagePreferences,
  somePagePreferences,
  storePagePreferences,
  type PagePreferences,
} from '../../domain/preferences/pages.js'
import {
  changedSwitches,
  loadEmailPreferences,
  someEmailPreferences,
  storeEmailPreferences,
  withPreferences,
} from '../../domain/preferences/email.js'

import {
  changedWays,
  loadWays,
  someNotificationWays,
  storeWays,
  type NotificationWays,
} from '../../domain/preferences/ways.js'

export const updatePreferences = defineWrite({
  name: 'preferences.update',
  summary: 'Set your preferences',
  description: "Sets the caller's preferences; omitted ones stay. The response contains the changes by dotted name.",
  errors: ['login_required', 'unknown_parameter', 'param_invalid'],
  examples: [
    { title: 'Email again after it bounced', code: 'await alice.preferences.update({ email_bounced: false })' },
    {
      title: 'Assigned bugs in the digest instead of single emails',
      code: "await alice.preferences.update({ notifications: { assigned: 'digest' } })",
    },
    {
      title: 'No mail about comments as one of the CC list, and none about requests',
      code: 'await alice.preferences.update({ email: { cc: { comment: false }, flags: { requested: false } } })',
    },
  ],
  access: 'required',
  input: z.strictObject({
    email: someEmailPreferences.default({}).meta({
      description: 'Email preferences: events by role on a bug; `flags` for flags.',
    }),
    notifications: someNotificationWays.default({}).meta({ description: 'How far reasons of the inbox reach one.' }),
    email_bounced: z
      .literal(false)
      .optional()
      .meta({ description: 'Sends email again after it was turned off because it bounced.' }),
    quicksearch_fulltext: z.boolean().optional().meta({ description: 'Quicksearch also searches comments.' }),
    pages: somePagePreferences.default({}).meta({ description: 'Preferences for the pages of the tracker.' }),
  }),
  output: z.object({ changes: changesView.meta({ description: 'Changes by dotted name.' }) }),
  async run(tx, { email, notifications, email_bounced, quicksearch_fulltext, pages }, call) {
    const { who } = call
    const user = requireUser(who)
    const { id } = user
    const before = (await loadEmailPreferences(tx, [id]))(id)
    const after = withPreferences(before, email)
    const changed = changedSwitches(before, after)
    if (changed.length > 0) await storeEmailPreferences(tx, id, after)
    const changes = changed.map(({ role, event, isOn }) => [`email.${role}.${event}`, switched(isOn)])
    changes.push(...(await updateWays(tx, id, notifications)))
    if (quicksearch_fulltext !== undefined && quicksearch_fulltext !== (await wantsFullText(tx, who))) {
      await storeWantsFullText(tx, id, quicksearch_fulltext)
      changes.push(['quicksearch_fulltext', switched(quicksearch_fulltext)])
    }
    if (email_bounced === false && isStoppedByBounces(user)) {
      await resumeEmail(tx, call, id)
      changes.push(['email_bounced', switched(false)])
    }
    const changedPages = await updatePages(tx, id, pages)
    changes.push(...changedPages)
    if (changedPages.some(([name]) => name === 'pages.time_zone')) await rescheduleAll(tx, id, call.now)
    return { changes: Object.fromEntries(changes) as z.output<typeof changesView> }
  },
})

async function updateWays(tx: Writer, id: number, given: z.output<typeof someNotificationWays>) {
  const before = (await loadWays(tx, [id]))(id)
  const after = { ...before, ...given } as NotificationWays
  const changed = changedWays(before, after)
  if (changed.length > 0) await storeWays(tx, id, after)
  return changed.map((name) => [`notifications.${name}`, { removed: shown(before[name]), added: shown(after[name]) }])
}

async function resumeEmail(tx: Writer, call: Call, id: number): Promise<void> {
  await tx.update('users', { col: 'id', eq: id }, { email_enabled: true, ...noBounces })
  await bumpIdentityVersion(tx)
  await audit(tx, call, 'users', id, [{ field: 'email_enabled', removed: '0', added: '1' }])
}

async function updatePages(tx: Writer, id: number, given: z.output<typeof somePagePreferences>) {
  if (Object.keys(given).length === 0) return []
  const before = await loadPagePreferences(tx, id)
  const after = { ...before, ...given } as PagePreferences
  const changed = changedPreferences(before, after)
  if (changed.length > 0) await storePagePreferences(tx, id, after)
  return changed.map((name) => [`pages.${name}`, { removed: shown(before[name]), added: shown(after[name]) }])
}

/** Lists are joined by a comma and a blank. */
function shown(value: string | boolean | readonly string[]): string {
  if (typeof value === 'boolean') return String(Number(value))
  return typeof value === 'string' ? value : value.join(', ')
}

function switched(isOn: boolean) {
  return { removed: String(Number(!isOn)), added: String(Number(isOn)) }
}
