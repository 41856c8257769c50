// The keywords of a bug. Pure.
import type { Catalogue, Keyword } from '../../../setup/catalogue.js'
import { TrackerError } from '../../../kernel/errors.js'
import type { ListEdit } from '../fields/input-values.js'
import { rule } from './rule.js'

export const keywordsRule = rule({
  name: 'keywords',
  needs: ['keywords'],
  applies: ({ keywords }) => keywords !== undefined,
  create(draft, { call, input }) {
    draft.setPart('keywords', requireKeywords(call.catalogue, input.keywords ?? [], 'keywords'))
  },
  update(draft, { call, input }) {
    draft.setPart('keywords', nextKeywords(call.catalogue, draft.beforePart('keywords'), input.keywords ?? {}))
  },
})

/**
 * The ids of the keywords of these names. One that is no longer in use can be kept, not chosen.
 * @throws object_does_not_exist for the first that is none, value_inactive
 */
export function requireKeywords(
  catalogue: Catalogue,
  names: readonly string[],
  field: string,
  kept: ReadonlySet<number> = new Set(),
): Set<number> {
  const ids = names.map((value) => {
    const keyword = requireKeyword(catalogue, value, field)
    if (keyword.is_active || kept.has(keyword.id)) return keyword.id
    throw new TrackerError('value_inactive', { kind: 'keyword', field, value })
  })
  return new Set(ids)
}

/** The keywords of a bug after an update. @throws as requireKeywords */
function nextKeywords(catalogue: Catalogue, before: ReadonlySet<number>, edit: ListEdit): Set<number> {
  if (edit.set) return requireKeywords(catalogue, edit.set, 'keywords.set', before)
  const after = new Set([...before, ...requireKeywords(catalogue, edit.add ?? [], 'keywords.add', before)])
  for (const name of edit.remove ?? []) after.delete(requireKeyword(catalogue, name, 'keywords.remove').id)
  return after
}

function requireKeyword(catalogue: Catalogue, value: string, field: string): Keyword {
  const keyword = catalogue.keywords.named(value)
  if (keyword) return keyword
  throw new TrackerError('object_does_not_exist', { kind: 'keyword', field, value })
}
