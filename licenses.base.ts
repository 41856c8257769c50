// The licenses of the libraries in a bundle. Every copy must include them.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Plugin } from 'esbuild'

/** Writes the licenses of the libraries that a package builds in, if any, to `dist/LICENSES.md`. */
export const licensesOfBuiltIn: Plugin = {
  name: 'licenses-of-built-in',
  setup(building) {
    building.onEnd(async ({ metafile }) => {
      const inputs = Object.keys(metafile?.inputs ?? {}).filter((input) => input.includes('node_modules/'))
      if (inputs.length === 0) return
      await mkdir('dist', { recursive: true })
      await writeFile('dist/LICENSES.md', await licensesOf(inputs))
    })
  },
}

/** The name, the license and its text for each library. `inputs` are the files that went into a bundle. */
export async function licensesOf(inputs: readonly string[]): Promise<string> {
  const folders = inputs.flatMap((input) => {
    // The last folder of packages in the path: pnpm nests them.
    const [, folder] = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input.replaceAll('\\', '/')) ?? []
    return folder === undefined ? [] : [folder]
  })
  const texts = await Promise.all([...new Set(folders)].map(async (folder) => licenseIn(resolve(folder))))
  return `This package bundles these libraries.\n\n${[...new Set(texts)].toSorted().join('\n')}`
}

/** @throws Error if the package has no license file */
async function licenseIn(folder: string): Promise<string> {
  const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Readonly<Record<string, string>>
  const file = (await readdir(folder)).find((name) => /^licen[cs]e/i.test(name))
  if (file === undefined) throw new Error(`${manifest['name']} is bundled and has no license file.`)
  const text = await readFile(join(folder, file), 'utf8')
  return `## ${manifest['name']} ${manifest['version']} (${manifest['license']})\n\n${text.trim()}\n`
}
