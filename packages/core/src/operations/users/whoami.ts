import { z } from 'zod'
import { requireUser } from '../../call/context.js'
import { defineRead } from '../../define/operation.js'

export const whoAmI = defineRead({
  name: 'users.whoami',
  summary: "The caller's own user",
  description: "The caller's own user.",
  errors: ['login_required'],
  examples: [
    { title: 'Whom an API key belongs to', code: 'const { id, name } = await tracker.as({ api_key }).users.whoami()' },
  ],
  access: 'required',
  input: z.strictObject({}),
  output: z.object({
    id: z.int().meta({ description: 'The number of the user.' }),
    name: z.string().meta({ description: 'The login name.' }),
    real_name: z.string().meta({ description: 'The real name; may be empty.' }),
  }),
  async run(_tx, _input, { who }) {
    const { id, login, real_name } = requireUser(who)
    return { id, name: login, real_name }
  },
})
