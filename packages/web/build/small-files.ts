import { resolve } from 'node:path'
import type { Metafile } from 'esbuild'

/** Bytes of a minified chunk, below which it is not worth a request. */
const smallest = 4000

/** Returns the modules of all chunks that are small and import nothing but such chunks and the main one. */
export function smallFiles({ outputs }: Metafile, main: string): string[] {
  const isSmall = (path: string): boolean => {
    const output = outputs[path]
    if (path.endsWith(main)) return true
    return (
      output !== undefined &&
      output.entryPoint === undefined &&
      output.bytes < smallest &&
      output.imports.every((each) => isSmall(each.path))
    )
  }
  return Object.entries(outputs).flatMap(([path, { inputs }]) =>
    path.endsWith('.js') && !path.endsWith(main) && isSmall(path)
      ? Object.keys(inputs).map((file) => resolve(file))
      : [],
  )
}
