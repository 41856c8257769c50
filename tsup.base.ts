import type { Options } from 'tsup'

/** How every package is built: modern ESM, one declaration file per entry. */
export const library = (entry: string[]): Options => ({
  entry,
  format: 'esm',
  target: 'node20',
  platform: 'node',
  // tsup passes a baseUrl to the compiler, which TypeScript 6 only tolerates when told to.
  // The packages that this one imports have been built before it: reading their types takes less time than reading their sources.
  dts: { compilerOptions: { ignoreDeprecations: '6.0', customConditions: [] } },
  sourcemap: true,
  clean: true,
})
