// Files of this folder as one module each, as programs on other runtimes and pages take them.
import { fileURLToPath } from 'node:url'
import { build, type BuildOptions } from 'esbuild'

export async function bundle(file: string, options: BuildOptions = {}): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(file, import.meta.url))],
    bundle: true,
    write: false,
    format: 'esm',
    conditions: ['@trackerkit/source'],
    define: { __VERSION__: '"0.0.0"' },
    logLevel: 'error',
    ...options,
  })
  return outputFiles?.[0]?.text ?? ''
}
