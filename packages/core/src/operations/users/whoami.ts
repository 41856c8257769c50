import { z } from 'zod'
import { requireUser } from '../../call/context.js'
import { defineRead } from '../../define/operation.js'

/**
 * The caller's own user.
 *
 * @throws login_required (410)
 * @example const { id, name } = await tracker.as({ api_key }).users.whoami()
 */
export const whoAmI = defineRead({
  name: 'users.whoami',
  summary: "The caller's own user",
  access: 'required',
  input: z.strictObject({}),
  output: z.object({ id: z.int(), name: z.string(), real_name: z.string() }),
  async run(_tx, _input, { who }) {
    const { id, login, real_name } = requireUser(who)
    return { id, name: login, real_name }
  },
})
