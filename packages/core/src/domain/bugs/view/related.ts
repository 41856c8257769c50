// The bugs that a bug and its comments refer to.
import { linksIn } from '@trackerkit/markdown/links'
import * as z from 'zod'
import { bugIdInUrl } from '../../../access/bug-url.js'
import { visibleBugs } from '../../../access/visibility.js'
import type { Call } from '../../../call/context.js'
import { must } from '../../../kernel/must.js'
import type { Reader } from '../../../schema/index.js'
import { fieldTypes } from '../../../setup/standard-fields.js'
import type { Bug } from '../fields/bug.js'

/** Bugs named by comments, links in one comment, and characters of comments that are read. */
const [mostNamed, mostLinks, mostCharacters] = [100, 100, 200_000]

export const relatedBug = z
  .object({
    id: z.int().meta({ ref: 'bug', description: 'ID of the bug.' }),
    summary: z.string().meta({ description: 'Summary.' }),
    is_open: z.boolean().meta({ description: 'Whether the bug is open.' }),
    status: z.string().meta({ description: 'Status.' }),
    resolution: z.string().meta({ description: 'Resolution; empty for an open bug.' }),
  })
  .meta({ id: 'RelatedBug', description: 'A bug that another bug or its comments refer to.' })

/** The visible ones, by ID. */
export async function loadRelated(
  tx: Reader,
  call: Call,
  view: Bug,
  texts: readonly string[],
): Promise<z.input<typeof relatedBug>[]> {
  const wanted = new Set([...idsInFields(call, view), ...idsInTexts(texts)])
  wanted.delete(view.id)
  if (wanted.size === 0) return []
  const { values } = call.catalogue
  const rows = await tx.select({
    from: 'bugs',
    where: { and: [{ col: 'id', in: [...wanted] } as const, visibleBugs(call)] },
    columns: ['id', 'summary', 'is_open', 'status_id', 'resolution_id'],
  })
  return rows.map(({ status_id, resolution_id, ...row }) => ({
    ...row,
    status: must(values.get(status_id), 'status', status_id).name,
    resolution: values.get(resolution_id)?.name ?? '',
  }))
}

/** All of them are visible, except possibly those in URLs. */
function idsInFields({ catalogue }: Call, view: Bug): number[] {
  const ofCustomFields = [...catalogue.fields].flatMap(({ name, type }) => {
    const value = type === fieldTypes.bugId ? view[name as `cf_${string}`] : undefined
    return typeof value === 'number' ? [value] : []
  })
  const ofLinks = view.see_also.flatMap((url) => bugIdInUrl(catalogue, url) ?? [])
  return [...view.depends_on, ...view.blocks, view.dupe_of ?? [], ...ofLinks, ...ofCustomFields].flat()
}

/** In the order of the texts. */
function idsInTexts(texts: readonly string[]): number[] {
  const found = new Set<number>()
  let rest = mostCharacters
  for (const text of texts) {
    for (const { target } of linksIn(text.slice(0, rest), mostLinks, ({ kind }) => (kind === 'bug' ? '' : null)))
      if (target.kind === 'bug') found.add(Number(target.id))
    rest -= text.length
    if (rest <= 0 || found.size >= mostNamed) break
  }
  return [...found].slice(0, mostNamed)
}
