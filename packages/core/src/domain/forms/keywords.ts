// Keywords that forms give to new bugs.
import type { Call } from '../../call/context.js'
import { groupBy } from '../../kernel/collections.js'
import { TrackerError } from '../../kernel/errors.js'
import type { Reader, Writer } from '../../schema/index.js'
import type { Keyword } from '../../setup/catalogue.js'

/** IDs of the keywords of forms, by form. */
export async function loadFormKeywords(
  tx: Reader,
  forms: readonly number[],
): Promise<ReadonlyMap<number, ReadonlySet<number>>> {
  const rows = await tx.select({ from: 'form_keywords', where: { col: 'form_id', in: forms } })
  const byForm = groupBy(rows, ({ form_id }) => form_id)
  return new Map(forms.map((form) => [form, new Set(byForm.get(form)?.map(({ keyword_id }) => keyword_id))]))
}

/** Those of a new bug. One that is no longer in use is not given. */
export async function keywordsOfNew(tx: Reader, { catalogue }: Call, form: number): Promise<ReadonlySet<number>> {
  const ids = (await loadFormKeywords(tx, [form])).get(form) ?? []
  return new Set([...ids].filter((id) => catalogue.keywords.get(id)?.is_active))
}

/** In the order of the catalogue. */
export function namesOfKeywords({ catalogue }: Pick<Call, 'catalogue'>, ids: ReadonlySet<number>): string[] {
  return [...catalogue.keywords].filter(({ id }) => ids.has(id)).map(({ name }) => name)
}

export async function replaceFormKeywords(tx: Writer, form: number, keywords: ReadonlySet<number>): Promise<void> {
  await tx.delete('form_keywords', { col: 'form_id', eq: form })
  const rows = [...keywords].map((keyword_id) => ({ form_id: form, keyword_id }))
  if (rows.length > 0) await tx.insert('form_keywords', rows)
}

/** A keyword that forms give stays. @throws still_in_use */
export async function requireNoFormsWith(tx: Reader, keywords: readonly Keyword[]): Promise<void> {
  const where = { col: 'keyword_id', in: keywords.map(({ id }) => id) } as const
  const [used] = await tx.select({ from: 'form_keywords', where, limit: 1 })
  if (!used) return
  const value = keywords.find(({ id }) => id === used.keyword_id)?.name
  throw new TrackerError('still_in_use', { kind: 'keyword', field: 'names', value, by: 'forms' })
}
