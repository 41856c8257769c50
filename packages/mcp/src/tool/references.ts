// The bugs that a change names: one of a product that is not there for the assistant is no bug.
import { requireBug } from './bugs.js'
import type { FieldValues } from './fields.js'
import type { Context } from './tool.js'

/** The number of the type of custom fields that name a bug. */
export const bugField = 6

/**
 * Looks up every bug that a change would link to. Only needed where products are out of reach: the tracker itself decides which
 * bugs the account may see.
 * @throws ToolError for the first one that is not there
 */
export async function requireReferences(
  context: Context,
  fields: FieldValues,
  dupeOf: number | undefined,
): Promise<void> {
  if (!context.products) return
  const { depends_on, blocks, see_also } = fields
  const numbers = [depends_on, blocks].flatMap((change) => [...(change?.add ?? []), ...(change?.remove ?? [])])
  const links = [...(see_also?.add ?? []), ...(see_also?.remove ?? [])]
  const refs = [
    ...(dupeOf === undefined ? [] : [dupeOf]),
    ...numbers,
    ...(await localRefs(context, links)),
    ...(await customRefs(context, fields)),
  ]
  for (const ref of new Set(refs)) await requireBug(context, ref)
}

/** The bugs of this tracker among links: words name one, and so do addresses on its host. */
async function localRefs({ operations }: Context, links: readonly string[]): Promise<string[]> {
  const words = links.map((link) => link.trim())
  if (words.length === 0) return []
  const { parameters } = await operations.parameters.get({ include_fields: ['urlbase'] })
  const host = hostOf(String(parameters['urlbase'] ?? ''))
  return words.flatMap((link) => {
    if (/^\w+$/.test(link)) return [link]
    const isHere = link.includes('show_bug.cgi') && (hostOf(link) ?? host) === host
    return isHere ? [/[?&]id=(\w{1,40})/.exec(link)?.[1] ?? link] : []
  })
}

function hostOf(address: string): string | undefined {
  const url = /^https?:/i.test(address) ? address : `http://${address}`
  return URL.canParse(url) ? new URL(url).host : undefined
}

async function customRefs({ operations }: Context, fields: FieldValues): Promise<string[]> {
  const names = Object.keys(fields).filter((name) => name.startsWith('cf_'))
  if (names.length === 0) return []
  const { fields: known } = await operations.fields.get({ names })
  return known.flatMap(({ name, type }) => {
    const value = fields[name]
    return type === bugField && value !== null && value !== '' ? [String(value)] : []
  })
}
