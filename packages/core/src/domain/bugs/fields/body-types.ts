// What Create Bug and Update Bug take, once it has been checked.
import type { z } from 'zod'
import type { BugBody } from './body.js'
import type { createFields, updateFields } from './input.js'

export type UpdateInput = z.output<BugBody<typeof updateFields>>

type CreateBody = z.output<BugBody<typeof createFields>>

/** What Create Bug was given, without what is null. */
export type CreateInput = { readonly [F in keyof CreateBody]: Exclude<CreateBody[F], null> }
