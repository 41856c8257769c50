// What Update Bug takes, once it has been checked.
import type { z } from 'zod'
import type { BugBody } from '../fields/body.js'
import type { updateFields } from '../fields/input.js'

export type UpdateInput = z.output<BugBody<typeof updateFields>>
