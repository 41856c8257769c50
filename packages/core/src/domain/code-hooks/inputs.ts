// Inputs of code hooks.
import * as z from 'zod'
import { line, list, requiredName, word } from '../../call/define/inputs.js'
import { problem } from '../../call/define/operation.js'
import { codeHosts } from '../../code/code-event.js'

export const closingRules = ['fixes', 'named', 'never'] as const

const kind = 'code hook'
const maxNameLength = 64
const mostNames = 100

const name = requiredName(kind, maxNameLength).meta({ description: 'Name, 1 to 64 characters.' })

/** Raises param_invalid. */
export const hookSecret = z
  .string()
  .max(255)
  .refine(
    (text) => /^[!-~]{16,255}$/.test(text),
    problem('param_invalid', { accepted: '16 to 255 visible ASCII characters' }),
  )

export const hookInput = {
  name,
  host: z.enum(codeHosts).meta({ description: 'The kind of git host.' }),
  account: line.meta({ description: 'Login of the account with whose permissions the hook acts.' }),
  repositories: list(word, mostNames).meta({
    description: 'Repositories, `owner/name` or `owner/*`. Empty: all.',
  }),
  product: list(word, mostNames).meta({ description: 'Products of the bugs. Empty: all.' }),
  closes: z.enum(closingRules).meta({
    description:
      'Which bugs a merge closes: those named after a verb such as `fixes` (`fixes`), all that are named ' +
      '(`named`), or none (`never`).',
  }),
  status: word.meta({ description: 'Status of bugs that a merge closes.' }),
  resolution: word.meta({ description: 'Resolution of bugs that a merge closes.' }),
  branches: list(word, mostNames).meta({
    description: 'Branches whose merges close bugs, such as `main` or `release/*`. Empty: the default branch.',
  }),
  numbers: z.boolean().meta({ description: 'Whether `#12` after a verb refers to a bug.' }),
  is_enabled: z.boolean().meta({ description: 'Whether requests are accepted.' }),
}
