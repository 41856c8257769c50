// The things that `follow add` and its siblings name.
import { UsageError } from './command.js'

export const aboutTargets =
  'bug=ID, product=NAME, component=PRODUCT:NAME or user=LOGIN. In both names of a component, \\: is a colon and \\\\ a ' +
  'backslash. For all changes of a product or component instead of new bugs: product+all=NAME; also by email: ' +
  'product+mail=NAME or product+all+mail=NAME.'

/** A target of `follows.update`. @throws UsageError */
export function targetOf(text: string) {
  const [, kind = '', all, mail, value = ''] = /^(bug|product|component|user)(\+all)?(\+mail)?=(.+)$/s.exec(text) ?? []
  const more = { ...(all && { scope: 'all' }), ...(mail && { by_mail: true }) }
  if (kind === 'bug' || kind === 'user' || kind === 'product') return { [kind]: value, ...more }
  const [product = '', component = '', ...others] = partsOf(value)
  if (kind === '' || product === '' || component === '')
    throw new UsageError(`'${text}' must be bug=ID, product=NAME, component=PRODUCT:NAME or user=LOGIN`)
  if (others.length > 0)
    throw new UsageError(
      `'${text}' has more than one colon: write \\: for a colon in the name of a product or component`,
    )
  return { product, component, ...more }
}

/** The component as `targetOf` reads it. */
export function nameOfComponent(product: string, component: string): string {
  return [product, component].map((name) => name.replace(/[\\:]/g, '\\$&')).join(':')
}

/** The parts between colons without a backslash before them. */
function partsOf(text: string): string[] {
  const parts = ['']
  for (const [whole, escaped] of text.matchAll(/\\(.)|[^]/gsu)) {
    if (whole === ':') parts.push('')
    else parts[parts.length - 1] += escaped ?? whole
  }
  return parts
}
