import { defineWrite } from '../../call/define/operation.js'
import { ignoreBugs } from '../../domain/bugs/write/ignore-bugs.js'
import { leaveSchedule } from '../../domain/schedules/recipients.js'
import { followsBy } from '../../domain/follows/where.js'
import { pseudonymOf } from '../../domain/erasure/people/pseudonym.js'
import { requireUnsubscription, unsubscribeInput, unsubscribeOutput } from '../../mail/unsubscribe/link.js'
import type { Unsubscription } from '../../mail/unsubscribe/token.js'
import type { Writer } from '../../schema/index.js'

export const unsubscribe = defineWrite({
  name: 'preferences.unsubscribe',
  summary: 'Unsubscribe by a link in an email',
  description:
    'Ends the email that the link came with, without a login: mutes the bug, ends the email about a ' +
    'product or component that the recipient follows, disables their digest or scheduled search, or ' +
    'removes them from the recipients of another user. Succeeds too if that was done before, or if the ' +
    'bug or the account no longer exists.\n\n' +
    'Over REST, the body is a form with `List-Unsubscribe=One-Click` (RFC 8058), which email programs ' +
    'send, or JSON. Fails with `object_does_not_exist` for other tokens, and after 180 days.',
  errors: ['object_does_not_exist'],
  examples: [
    { title: 'With the token of an email', code: 'await tracker.as(null).preferences.unsubscribe({ token })' },
  ],
  access: 'exempt',
  input: unsubscribeInput,
  output: unsubscribeOutput,
  async run(tx, { token }, call) {
    const claims = requireUnsubscription(call, token)
    await end(tx, claims)
    return { kind: claims.kind, id: claims.id }
  },
})

async function end(tx: Writer, { kind, id, user_id }: Unsubscription): Promise<void> {
  const [user] = await tx.select({ from: 'users', where: { col: 'id', eq: user_id }, columns: ['login'] })
  if (!user || user.login === pseudonymOf(user_id)) return
  if (kind === 'bug') {
    if ((await tx.count('bugs', { col: 'id', eq: id })) > 0) await ignoreBugs(tx, user_id, [id], true)
    return
  }
  if (kind === 'schedule') return leaveSchedule(tx, id, user_id)
  await tx.update('follows', { and: [followsBy(user_id, kind), { col: 'object_id', eq: id }] }, { by_mail: null })
}
