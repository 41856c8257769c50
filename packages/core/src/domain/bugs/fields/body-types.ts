// The inputs of Create Bug and Update Bug after validation.
import type * as z from 'zod'
import type { BugBody } from './body.js'
import type { createFields, updateFields } from './input.js'

export type UpdateInput = z.output<BugBody<typeof updateFields>>

type CreateBody = z.output<BugBody<typeof createFields>>

/** The input of Create Bug without null values. */
export type CreateInput = { readonly [F in keyof CreateBody]: Exclude<CreateBody[F], null> }
