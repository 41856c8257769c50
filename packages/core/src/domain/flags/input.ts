import * as z from 'zod'
import { id, word } from '../../call/define/inputs.js'
import type { ErrorCode } from '../../kernel/errors.js'

// Clients often use one type to read and write flags, and send back all properties.
const asRead = z.unknown().optional().meta({ description: 'Ignored. Accepted because flags in responses contain it.' })

// Contract: Update Attachment, flag change object.
export const flagChange = z
  .strictObject({
    id: id.optional().meta({ description: 'ID of an existing flag.' }),
    type_id: id.optional().meta({ description: 'ID of the flag type, instead of `id`.' }),
    name: word.optional().meta({ description: 'Name of the flag type, instead of `id`.' }),
    status: word.optional().meta({ description: '`?`, `+` or `-`, and `X` to clear it.' }),
    requestee: word.nullish().meta({ description: 'Login of the requestee; empty or null: none.' }),
    new: z.boolean().optional().meta({ description: 'Add another flag even if there is one of this type.' }),
    setter: asRead,
    creation_date: asRead,
    modification_date: asRead,
  })
  .meta({
    id: 'FlagChange',
    description: 'A flag to set, change or clear, selected by `id`, or by its type with `type_id` or `name`.',
  })

export const flagErrors = [
  'flag_status_invalid',
  'flag_update_denied',
  'flag_not_unique',
  'flag_type_not_unique',
  'flag_type_inactive',
  'flag_type_not_multiplicable',
  'flag_type_requestee_disabled',
  'flag_requestee_disabled',
  'flag_requestee_unauthorized',
  'flag_requestee_needs_privs',
] as const satisfies readonly ErrorCode[]

export type FlagChange = z.output<typeof flagChange>
