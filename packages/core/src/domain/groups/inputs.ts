// Inputs that describe groups.
import * as z from 'zod'
import { idOrName, limited, line, list, longText } from '../../call/define/inputs.js'
import { problem } from '../../call/define/operation.js'
import { longestPattern } from '../../kernel/pattern/compile.js'

const maxNameLength = 255
const maxUrlLength = 2000

/** Raises empty_group_name (800), text_too_long (104). */
export const groupName = limited(
  line.refine((name) => name !== '', problem('empty_group_name')),
  maxNameLength,
)

/** Raises empty_group_description (802), text_too_long (104). */
export const groupDescription = longText.refine((text) => text !== '', problem('empty_group_description'))

/** A pattern of login names; that it compiles, and is not too long to, is seen where it is used. */
export const loginPattern = line.meta({ maxLength: longestPattern })

/** An address of the web, or one within the site; blank for none. Raises param_invalid (53), text_too_long (104). */
export const iconUrl = limited(line, maxUrlLength).refine(
  isWebAddress,
  problem('param_invalid', { accepted: 'a URL that begins with http:// or https://, or a path' }),
)

function isWebAddress(text: string): boolean {
  const base = 'http://base.invalid/'
  return text === '' || (URL.canParse(text, base) && /^https?:$/.test(new URL(text, base).protocol))
}

export const groupLists = z
  .strictObject({
    add: list(idOrName).default([]).meta({ description: 'Groups to add, by ID or name.' }),
    remove: list(idOrName).default([]).meta({ description: 'Groups to remove, by ID or name.' }),
    set: list(idOrName)
      .optional()
      .meta({ description: 'Complete new list of groups, by ID or name. Overrides add and remove.' }),
  })
  .meta({
    id: 'GroupsChange',
    description: 'Groups to add and remove, or the complete new list, by ID or name.',
  })
export type GroupLists = z.output<typeof groupLists>
