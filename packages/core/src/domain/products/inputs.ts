// Inputs that describe products, their components, versions and milestones.
import * as z from 'zod'
import { limited, line, longText } from '../../call/define/inputs.js'
import { problem } from '../../call/define/operation.js'

/** Characters in the name of a product, component, version or milestone. */
export const maxNameLength = 64

/** Raises product_blank_name (700), product_name_too_long (701). */
export const productName = limited(
  line.refine((name) => name !== '', problem('product_blank_name')),
  maxNameLength,
  'product_name_too_long',
)

/** The product of a new part. Raises object_not_specified. */
export const ownerName = line
  .refine((name) => name !== '', problem('object_not_specified'))
  .meta({ description: 'Name.' })

/** Simple HTML, kept as it is. Raises text_too_long (104). */
export const description = longText

/** A template of descriptions. Raises text_too_long (104). */
export const bugDescriptionTemplate = description.meta({
  description: 'Text with which the description of a new bug begins, such as questions; empty for none.',
})

/** Raises product_must_have_description (703), text_too_long (104). */
export const productDescription = description.refine((text) => text !== '', problem('product_must_have_description'))

/** The name of a version or milestone; may be blank. Raises name_too_long. */
export const nameWithin = (kind: 'version' | 'milestone') => limited(line, maxNameLength, 'name_too_long', { kind })

/** By which components, versions and milestones are sorted, before their names. Raises sort_key_invalid. */
export const sortKey = sortKeyWithin(-32_768, 32_767)

/** A sort key of things that do not take negative ones. Raises sort_key_invalid. */
export const positiveSortKey = sortKeyWithin(0, 32_767)

function sortKeyWithin(least: number, greatest: number) {
  const accepted = `from ${least} to ${greatest}`
  return z
    .number()
    .refine(
      (key) => Number.isInteger(key) && key >= least && key <= greatest,
      problem('sort_key_invalid', { accepted }),
    )
}
