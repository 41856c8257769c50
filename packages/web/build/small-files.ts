import { resolve } from 'node:path'
import type { Metafile } from 'esbuild'

/** Bytes of a minified chunk, below which it is not worth a request. */
const smallest = 8000

/**
 * Returns the modules of all chunks that are small and import nothing but such chunks and the main one, except chunks
 * that `unasked` modules import, because those modules would then load all small ones.
 */
export function smallFiles({ outputs }: Metafile, main: string, unasked: readonly string[]): string[] {
  const isUnasked = ({ entryPoint = '' }: Metafile['outputs'][string]) =>
    unasked.some((path) => entryPoint.endsWith(path))
  const left = new Set(
    Object.values(outputs).flatMap((output) => (isUnasked(output) ? output.imports.map(({ path }) => path) : [])),
  )
  const isSmall = (path: string): boolean => {
    const output = outputs[path]
    if (path.endsWith(main)) return true
    return (
      output !== undefined &&
      output.entryPoint === undefined &&
      output.bytes < smallest &&
      !left.has(path) &&
      output.imports.every(({ kind, path: imported }) => kind === 'dynamic-import' || isSmall(imported))
    )
  }
  return Object.entries(outputs).flatMap(([path, { inputs }]) =>
    path.endsWith('.js') && !path.endsWith(main) && isSmall(path)
      ? Object.keys(inputs).map((file) => resolve(file))
      : [],
  )
}
