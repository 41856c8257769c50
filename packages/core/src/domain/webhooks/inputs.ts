// Inputs that describe webhooks.
import * as z from 'zod'
import { line, list, record, requiredName, word } from '../../call/define/inputs.js'
import { problem } from '../../call/define/operation.js'
import { webhookEvents, webhookFormats } from './formats.js'

const kind = 'webhook'
const maxNameLength = 64
const mostNames = 100

const name = requiredName(kind, maxNameLength).meta({
  description: 'Name, 1 to 64 characters; does not have to be unique.',
})

export const webhookInput = {
  name,
  url: line.meta({
    description: 'URL of the receiver: http or https, without credentials, at most 2,000 characters.',
  }),
  events: list(z.enum(webhookEvents), webhookEvents.length)
    .refine((events) => events.length > 0, problem('param_invalid', { accepted: webhookEvents }))
    .meta({
      description:
        'Events to report, at least one: bugs that are `created` or `changed`, a `comment`, `attachment` or `flag` on ' +
        'them, links to `code`, and bugs that are `hidden` or `deleted`.',
    }),
  product: list(word, mostNames).meta({
    description: 'Products of the bugs, before or after the change. Empty: all.',
  }),
  component: list(word, mostNames).meta({
    description: 'Names of the components of the bugs, before or after the change. Empty: all.',
  }),
  fields: list(word, mostNames).meta({
    description: 'Changed fields, by their names in the history of bugs. Empty: all.',
  }),
  format: z.enum(webhookFormats).meta({
    description:
      '`standard`: one request per change, as in Standard Webhooks. `bmo`: one per change, comment and ' +
      'attachment, as in bugzilla.mozilla.org.',
  }),
  headers: record(line, 5).meta({
    description:
      'Headers of every request, such as Authorization, at most 5. Their values are not shown again. ' +
      'Headers that the tracker sets are not accepted.',
  }),
  include_text: z.boolean().meta({ description: 'Include the text of comments in requests, not only their IDs.' }),
  include_restricted: z.boolean().meta({
    description:
      'For restricted bugs, private comments and private attachments, include the details that the owner can see; ' +
      'otherwise only their IDs.',
  }),
  is_enabled: z.boolean().meta({ description: 'Whether the webhook is enabled.' }),
}
