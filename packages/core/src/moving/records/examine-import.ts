import { retrying } from '../../call/retry.js'
import { defaultEnvironment } from '../../kernel/environment.js'
import { migrations, schema, type Reader, type TrackerSchema } from '../../schema/index.js'
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
  const examine = async (tx: Reader): Promise<ImportExamination> => {
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
  }
  // A million bugs are counted for longer than one query may block a process.
  return retrying(defaultEnvironment, () => typed.read(examine, { scan: { timeout: Infinity } }))
}
