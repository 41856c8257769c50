// Inputs of intakes.
import { z } from 'zod'
import { limited, line, word } from '../../call/define/inputs.js'
import { problem } from '../../call/define/operation.js'

/** The callers whose reports an intake accepts. */
export const intakeAudiences = ['accounts', 'anybody'] as const
export type IntakeAudience = (typeof intakeAudiences)[number]

const maxNameLength = 24
const accepted = 'lower-case letters, digits and hyphens, beginning with a letter or digit'

/** Part of an email address. Raises name_blank, name_too_long, param_invalid. */
const name = limited(line, maxNameLength, 'name_too_long', { kind: 'intake' })
  .refine((text) => text !== '', problem('name_blank', { kind: 'intake' }))
  .refine((text) => /^[a-z0-9][a-z0-9-]*$/.test(text), problem('param_invalid', { accepted }))
  .meta({
    description: `1 to ${maxNameLength} characters: ${accepted}. Unique. Email to it has this name in its address.`,
  })

export const intakeInput = {
  name,
  product: word.meta({ description: 'The product of new bugs.' }),
  component: word.meta({ description: 'The component of new bugs, in the product.' }),
  version: word.meta({ description: 'The version of new bugs, in the product.' }),
  accepts: z.enum(intakeAudiences).meta({
    description:
      '`accounts`: reports of people with an account. `anybody`: also anonymous reports, which are held ' +
      'until they are accepted or refused.',
  }),
  is_active: z.boolean().meta({ description: 'Whether it takes reports.' }),
}
