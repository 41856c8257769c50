// Inputs of intakes.
import * as z from 'zod'
import { line, list, requiredName, word } from '../../call/define/inputs.js'
import { problem } from '../../call/define/operation.js'

/** The callers whose reports an intake accepts. */
export const intakeAudiences = ['accounts', 'anybody'] as const
export type IntakeAudience = (typeof intakeAudiences)[number]

const maxNameLength = 24
const accepted = 'lowercase letters, digits and hyphens, beginning with a letter or digit'

const mostOrigins = 20
/** Larger bodies would be parsed in too long a turn of the event loop. */
const mostKb = 4096
const origin = word.refine(isOrigin, problem('param_invalid', { accepted: 'origins such as https://app.example.com' }))

/** Apps on phones have other schemes, for which URL has no origin. */
function isOrigin(text: string): boolean {
  if (/^https?:/i.test(text)) return URL.canParse(text) && new URL(text).origin === text
  return /^[a-z][a-z\d+.-]{0,30}:\/\/[^\s/?#@]{1,200}$/.test(text)
}

/** Part of an email address. Raises name_blank, name_too_long, param_invalid. */
const name = requiredName('intake', maxNameLength)
  .refine((text) => /^[a-z0-9][a-z0-9-]*$/.test(text), problem('param_invalid', { accepted }))
  .meta({
    description: `1 to ${maxNameLength} characters: ${accepted}. Unique. Part of the address for email to it.`,
  })

export const intakeInput = {
  name,
  product: word.meta({ description: 'Product of new bugs.' }),
  component: word.meta({ description: 'Component of new bugs, in the product.' }),
  version: word.meta({ description: 'Version of new bugs, in the product.' }),
  accepts: z.enum(intakeAudiences).meta({
    description:
      '`accounts`: reports of users with an account. `anybody`: also anonymous reports, which are held ' +
      'until they are accepted or refused.',
  }),
  is_active: z.boolean().meta({ description: 'Whether the intake accepts reports.' }),
  origins: list(origin, mostOrigins).meta({
    description: 'Origins of pages that can send reports, such as `https://app.example.com`; at most 20.',
  }),
  per_hour: z.int().min(1).max(10_000).meta({
    description: 'Maximum reports from programs per hour, 1 to 10,000. One network can send 10 of them.',
  }),
  max_kb: z.int().min(1).max(mostKb).meta({
    description: 'Maximum size of a report from a program in KiB, 1 to 4,096. Its files can use 80 % of it.',
  }),
  account: line
    .transform((login) => (login === '' ? null : login))
    .nullable()
    .meta({
      description:
        'Login of the account that files reports of users without an account, if they are not held; null for ' +
        'none. It must be enabled and not in a group with administrative permissions. Only administrators ' +
        'can change it.',
    }),
  form: word
    .transform((name) => (name === '' ? null : name))
    .nullable()
    .meta({
      description:
        'The form whose answers reports from programs contain; null for none. It is for the product, or for all.',
    }),
  holds: z.boolean().meta({
    description:
      'Whether reports from programs by users without an account are held until they are accepted. ' +
      'Requires an `account` if false.',
  }),
}

/** Values of an intake that names no others. */
export const intakeDefaults = {
  accepts: 'accounts',
  is_active: true,
  origins: [],
  per_hour: 60,
  max_kb: mostKb,
  account: null,
  form: null,
  holds: true,
} as const
