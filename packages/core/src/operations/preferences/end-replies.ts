import * as z from 'zod'
import { audit } from '../../domain/audit/write.js'
import { endReplies } from '../../domain/users/end-replies.js'
import { requireUser } from '../../call/context.js'
import { defineWrite } from '../../call/define/operation.js'
import { bumpIdentityVersion } from '../../setup/catalogue.js'

export const endOwnReplies = defineWrite({
  name: 'preferences.endReplies',
  summary: 'Disable replies to old emails',
  description:
    'Disables the addresses for replies and bounces in all email sent to the caller until now, for example after an ' +
    'email was forwarded. Replies to it are refused; replies to later email become comments as before.',
  errors: ['login_required'],
  examples: [{ title: 'After an email was forwarded', code: 'await alice.preferences.endReplies()' }],
  access: 'required',
  input: z.strictObject({}),
  output: z.object({}),
  async run(tx, _input, call) {
    const { id } = requireUser(call.who)
    await endReplies(tx, id)
    await bumpIdentityVersion(tx)
    await audit(tx, call, 'users', id, [{ field: 'replies', removed: '', added: 'ended' }])
    return {}
  },
})
