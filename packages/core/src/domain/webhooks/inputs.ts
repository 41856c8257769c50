// Inputs that describe webhooks.
import { z } from 'zod'
import { fits, line, list, record, word } from '../../call/define/inputs.js'
import { problem } from '../../call/define/operation.js'
import { webhookEvents, webhookFormats } from './formats.js'

const kind = 'webhook'
const maxNameLength = 64
const mostNames = 100

const name = line
  .refine((text) => text !== '', problem('name_blank', { kind }))
  .refine((text) => fits(text, maxNameLength), problem('name_too_long', { kind, limit: maxNameLength }))
  .meta({ maxLength: maxNameLength, description: 'Name, 1 to 64 characters; need not be unique.' })

export const webhookInput = {
  name,
  url: line.meta({
    description: 'Where requests go: http or https, without user and password, at most 2,000 characters.',
  }),
  events: list(z.enum(webhookEvents), webhookEvents.length)
    .refine((events) => events.length > 0, problem('param_invalid', { accepted: webhookEvents }))
    .meta({
      description:
        'Events to report, at least one: bugs that are `created` or `changed`, a `comment`, `attachment` or `flag` on ' +
        'them, links to `code`, and bugs that are `hidden` or `deleted`.',
    }),
  product: list(word, mostNames).meta({
    description: 'Only bugs that are, or were before the change, in one of these products; none: in any.',
  }),
  component: list(word, mostNames).meta({
    description: 'Only bugs that are, or were before the change, in a component of such a name; none: in any.',
  }),
  fields: list(word, mostNames).meta({
    description: 'Only changes of one of these fields, as the history of bugs names them; none: of any.',
  }),
  format: z.enum(webhookFormats).meta({
    description:
      '`standard`: one request for each change, as Standard Webhooks has it. `bmo`: one for the change, each comment and ' +
      'each attachment, as receivers of bugzilla.mozilla.org know them.',
  }),
  headers: record(line, 5).meta({
    description:
      'Sent with every request, such as Authorization, at most 5. Their values are never shown again. Not the headers ' +
      'that the tracker sets itself.',
  }),
  include_text: z.boolean().meta({ description: 'Requests have the texts of comments, not only their numbers.' }),
  include_restricted: z.boolean().meta({
    description:
      'For restricted bugs, private comments and private attachments, include the details that the owner can see; ' +
      'otherwise only their IDs.',
  }),
  is_enabled: z.boolean().meta({ description: 'Whether requests are made.' }),
}
