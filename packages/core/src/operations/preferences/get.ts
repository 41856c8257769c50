import { z } from 'zod'
import { requireUser } from '../../call/context.js'
import { defineRead } from '../../define/operation.js'
import { wantsFullText } from '../../search/quicksearch/full-text.js'
import { emailPreferences, loadEmailPreferences } from '../../domain/preferences/email.js'

/**
 * One's own preferences. `email`: for each role that one can have in a bug, which things that happen to it one wants mail
 * about; `flags` for flags. Nobody gets mail whose account does not have email_enabled. `quicksearch_fulltext`: words of a
 * quicksearch are also looked for in comments.
 *
 * @throws login_required (410)
 * @example const { email } = await alice.preferences.get()
 */
export const getPreferences = defineRead({
  name: 'preferences.get',
  summary: "One's own preferences",
  access: 'required',
  input: z.strictObject({}),
  output: z.object({ email: emailPreferences, quicksearch_fulltext: z.boolean() }),
  async run(tx, _input, { who }) {
    const { id } = requireUser(who)
    return { email: (await loadEmailPreferences(tx, [id]))(id), quicksearch_fulltext: await wantsFullText(tx, who) }
  },
})
