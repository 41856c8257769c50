import * as z from 'zod'
import { requireUser } from '../../call/context.js'
import { defineRead } from '../../call/define/operation.js'
import { wantsFullText } from '../../search/quicksearch/full-text.js'
import { loadPagePreferences, pagePreferences } from '../../domain/preferences/pages.js'
import { isStoppedByBounces } from '../../domain/users/bounces.js'
import { emailPreferences, loadEmailPreferences } from '../../domain/preferences/email.js'
import { loadWays, notificationWays } from '../../domain/preferences/ways.js'

export const getPreferences = defineRead({
  name: 'preferences.get',
  summary: 'Get your preferences',
  description:
    "The caller's preferences. `email`: events that send email, for each role on a bug; `flags` for flags. No " +
    'email is sent to accounts without email_enabled. `notifications`: whether each reason of the inbox is `off`, in ' +
    'the `inbox`, in the `digest` too, or also sent by `mail`. `email_bounced`: none is sent because it bounced on five days. ' +
    '`quicksearch_fulltext`: quicksearch also searches comments. ' +
    '`pages`: preferences for the pages.',
  errors: ['login_required'],
  examples: [{ title: 'Which mail one wants', code: 'const { email } = await alice.preferences.get()' }],
  access: 'required',
  input: z.strictObject({}),
  output: z.object({
    email: emailPreferences.meta({
      description: 'Email preferences: events by role on a bug; `flags` for flags.',
    }),
    notifications: notificationWays.meta({
      description:
        'How far each reason of the inbox reaches one, and whether one follows bugs that one comments on. Email about ' +
        'roles also depends on `email`.',
    }),
    email_bounced: z.boolean().meta({ description: 'No email is sent, because it bounced on five days.' }),
    quicksearch_fulltext: z.boolean().meta({ description: 'Quicksearch also searches comments.' }),
    pages: pagePreferences.meta({ description: 'Preferences for the pages of the tracker.' }),
  }),
  async run(tx, _input, { who }) {
    const user = requireUser(who)
    const { id } = user
    return {
      email: (await loadEmailPreferences(tx, [id]))(id),
      notifications: (await loadWays(tx, [id]))(id),
      email_bounced: isStoppedByBounces(user),
      quicksearch_fulltext: await wantsFullText(tx, who),
      pages: await loadPagePreferences(tx, id),
    }
  },
})
