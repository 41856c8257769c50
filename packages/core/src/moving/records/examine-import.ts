import { retrying } from '../../call/retry.js'
import { defaultEnvironment } from '../../kernel/environment.js'
import type { TrackerSchema } from '../../schema/index.js'
import { migrations, schema } from '../../schema/index.js'
import type { Json, Store } from '../../store/index.js'

/** The progress of an import, and its target. */
export interface ImportExamination {
  /** The stored state of the source's reader; NULL before the first import. */
  readonly state: Json
  /** True if some bugs were not imported. */
  readonly hasOwnBugs: boolean
  /** Other sources from which something was imported, where some of the bugs did not come from this one. */
  readonly otherSources: readonly string[]
}

/**
 * Returns the progress of the import of a source, without beginning it. The store must hold a tracker.
 *
 * @throws store_unavailable and the like
 * @example
 * const { hasOwnBugs } = await examineImport(store, 'https://bugs.example.org/')
 * if (hasOwnBugs) console.log('numbers may clash')
 */
export async function examineImport(store: Store, source: string): Promise<ImportExamination> {
  const typed = store as unknown as Store<TrackerSchema>
  await retrying(defaultEnvironment, async () => typed.migrate(schema, migrations))
  return typed.read(async (tx) => {
    const isOfThis = { col: 'source', eq: source } as const
    const isBug = { col: 'kind', eq: 'bug' } as const
    const [row] = await tx.select({ from: 'imports', where: isOfThis })
    const others = await tx.select({ from: 'imports', where: { not: isOfThis }, columns: ['source'] })
    const brought = await tx.count('import_refs', isBug)
    const ofThis = await tx.count('import_refs', { and: [isOfThis, isBug] })
    return {
      state: row?.state ?? null,
      hasOwnBugs: (await tx.count('bugs')) > brought,
      otherSources: brought > ofThis ? others.map((one) => one.source) : [],
    }
  })
}
