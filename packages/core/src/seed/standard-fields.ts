// The fields that every installation has, as rows: all of them in a new one, those of newer versions in one that is older.
import { bugFieldEntries } from '../domain/bugs/fields/index.js'
import { internalNameOf } from '../domain/bugs/fields/names.js'
import { findVotedFor, updateVotes } from '../domain/comments/votes.js'
import type { Reader, TrackerSchema, Writer } from '../schema/index.js'
import { writeToKnownSchema } from '../schema/known-migrations.js'
import { bumpCatalogueVersion } from '../setup/catalogue.js'
import { openStatuses, otherStandardFields, type StandardField } from '../setup/standard-fields.js'
import { fold, type Store } from '../store/index.js'

interface NamedField {
  readonly name: string
  readonly field: StandardField
  /** Legal values in order. */
  readonly values: readonly string[]
}

/** In display order: those with fixed IDs by ID, then later ones. */
const standardFields: readonly NamedField[] = [
  ...bugFieldEntries.flatMap(([name, { standard, values = [] }]) =>
    standard ? [{ name: internalNameOf(name), field: standard, values }] : [],
  ),
  ...Object.entries(otherStandardFields).map(([name, field]) => ({ name, field, values: [] })),
].toSorted((a, b) => (a.field.id ?? Infinity) - (b.field.id ?? Infinity) || 0)

/** Inserts those fields that are not there, with their legal values. Returns whether there were any. */
export async function insertStandardFields(tx: Writer): Promise<boolean> {
  const stored = await storedFields(tx)
  const missing = missingOf(stored)
  if (missing.length === 0) return false
  const lastSortKey = Math.max(0, ...stored.map(({ sort_key }) => sort_key))
  const ids = await tx.insert(
    'fields',
    missing.map(({ name, field }, index) => ({
      ...field,
      name,
      sort_key: lastSortKey + 100 * (index + 1),
      is_custom: false,
      is_on_bug_entry: false,
      is_obsolete: false,
      long_description: '',
    })),
  )
  const values = missing.flatMap(({ name, values: names }, index) =>
    names.map((value, place) => ({
      field_id: ids[index] as number,
      name: value,
      name_folded: fold(value),
      description: '',
      sort_key: 100 * (place + 1),
      is_active: true,
      is_open: name === 'bug_status' ? openStatuses.includes(value) : null,
    })),
  )
  await tx.insert('legal_values', values)
  return true
}

/**
 * Gives an installation of an older version the fields that this one has. Never changes or removes a field: labels that
 * administrators changed stay. Two processes may try at once: the later one finds nothing to do.
 */
export async function syncStandardFields(store: Store<TrackerSchema>): Promise<void> {
  const missing = missingOf(await store.read(storedFields))
  if (missing.length === 0) return
  await writeToKnownSchema(store, async (tx) => {
    if (await insertStandardFields(tx)) await bumpCatalogueVersion(tx)
    // The migration that adds their column cannot count.
    if (missing.some(({ name }) => name === 'votes')) await updateVotes(tx, await findVotedFor(tx))
  })
}

function missingOf(stored: readonly { readonly name: string }[]): NamedField[] {
  const names = new Set(stored.map(({ name }) => name))
  return standardFields.filter(({ name }) => !names.has(name))
}

function storedFields(tx: Reader) {
  return tx.select({ from: 'fields', where: { col: 'is_custom', eq: false }, columns: ['name', 'sort_key'] })
}
