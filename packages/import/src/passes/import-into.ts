// The frame of a resumable import: it examines the target, opens one importer, and stores its state with each batch.
import type { Rule } from '@trackerkit/core/rules'
import { examineImport, openImporter, type Importer } from '@trackerkit/core/moving'
import type { Json, Store } from '@trackerkit/core/store'
import { SourceError } from '../report/source-error.js'

/** Permissions of an import in an existing tracker. */
export interface TargetOptions {
  /** Continue if the target has bugs that no import has created, or that came from another source. */
  readonly intoExisting?: boolean | undefined
  /** The name of the source in earlier imports. */
  readonly sourceWas?: string | undefined
  /** Overwrite local changes to imported bugs and users. */
  readonly overwrite?: boolean | undefined
  /** Rules of the tracker. Bugs that one rejects are not imported. */
  readonly rules?: readonly Rule[] | undefined
}

/** The state of earlier imports of a source, and its name at that time. */
export interface Target {
  readonly source: string
  readonly kept: Json
  readonly formerly: string | undefined
}

/** @throws SourceError for bugs from elsewhere */
export async function examineTarget(
  source: string,
  { sourceWas, intoExisting }: TargetOptions,
  store: Store,
): Promise<Target> {
  const { state, hasOwnBugs, otherSources } = await examineImport(store, source)
  if (hasOwnBugs && !intoExisting)
    throw new SourceError('the target has bugs that were not imported; pass --into-existing to continue')
  const formerly = otherSources.find((name) => sourceWas !== undefined && withSlash(name) === withSlash(sourceWas))
  if (formerly !== undefined) {
    if (state !== null) throw new SourceError(`the target was imported from ${source} and from ${formerly}`)
    return { source, kept: (await examineImport(store, formerly)).state, formerly }
  }
  if (state !== null || otherSources.length === 0 || intoExisting) return { source, kept: state, formerly: undefined }
  throw new SourceError(
    `the target has bugs that came from ${otherSources.join(', ')}, and none from ${source}: pass --source-was URL if ` +
      'it had another address then, or --into-existing to import it beside them',
  )
}

interface InTo<S> {
  readonly target: Target
  readonly options: TargetOptions
  /** The tracker was created by this import if `isOwn`: then permissions come from the source. */
  readonly state: S & { readonly isOwn: boolean }
  /** Personal records come too. */
  readonly personal?: boolean
}

/**
 * Runs an import with an importer, which is closed afterwards. Its first state is kept before anything else: a run that resumes
 * must know if the tracker was made for this import.
 */
export async function importInto<S extends Json, T>(
  store: Store,
  { target: { source, formerly }, options: { overwrite = false, rules = [] }, state, personal = false }: InTo<S>,
  work: (importer: Importer) => Promise<T>,
): Promise<T> {
  const name = { source, ...(formerly !== undefined && { formerly }) }
  const importer = await openImporter(store, { ...name, overwrite, rights: state.isOwn, personal, rules })
  try {
    await importer.put([], state)
    return await work(importer)
  } finally {
    await importer.close()
  }
}

/** How many IDs of each kind are kept; the rest is only counted. */
export const mostKept = 10_000

/** Bugs and attachments that could not be read, to be tried again by the next run. */
export interface Failed {
  readonly bugs: readonly number[]
  readonly attachments: readonly number[]
}

export function addFailed(failed: Failed, more: Partial<Failed>): { bugs: number[]; attachments: number[] } {
  const both = (before: readonly number[], now: readonly number[] = []) =>
    [...new Set([...before, ...now])].slice(0, mostKept)
  return { bugs: both(failed.bugs, more.bugs), attachments: both(failed.attachments, more.attachments) }
}

/** An address as the name of a source: with a slash at its end. */
export function withSlash(url: string): string {
  return url.endsWith('/') ? url : `${url}/`
}
