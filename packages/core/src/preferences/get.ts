import { z } from 'zod'
import { requireUser } from '../context.js'
import { defineRead } from '../operation.js'
import { emailPreferences, loadEmailPreferences } from './email.js'

/**
 * One's own preferences. `email`: for each role that one can have in a bug, which things that happen to it one wants mail
 * about; `flags` for flags. Nobody gets mail whose account does not have email_enabled.
 *
 * @throws login_required (410)
 * @example const { email } = await alice.preferences.get()
 */
export const getPreferences = defineRead({
  name: 'preferences.get',
  summary: "One's own preferences",
  access: 'required',
  input: z.strictObject({}),
  output: z.object({ email: emailPreferences }),
  async run(tx, _input, { who }) {
    const { id } = requireUser(who)
    return { email: (await loadEmailPreferences(tx, [id]))(id) }
  },
})
