// The licences of the libraries that are built into a package, which ask to go along with every copy.
import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'

/** The name, licence and text of the licence of each library. `inputs` are the files that went into a bundle. */
export async function licensesOf(inputs: readonly string[]): Promise<string> {
  const folders = inputs.flatMap((input) => {
    // The last folder of packages in the path: pnpm nests them.
    const [, folder] = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input.replaceAll('\\', '/')) ?? []
    return folder === undefined ? [] : [folder]
  })
  const texts = await Promise.all([...new Set(folders)].map(async (folder) => licenseIn(resolve(folder))))
  return `These libraries are built in.\n\n${[...new Set(texts)].toSorted().join('\n')}`
}

/** @throws Error when the package brings no text of its licence */
async function licenseIn(folder: string): Promise<string> {
  const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Readonly<Record<string, string>>
  const file = (await readdir(folder)).find((name) => /^licen[cs]e/i.test(name))
  if (file === undefined) throw new Error(`${manifest['name']} is built in and brings no text of its licence.`)
  const text = await readFile(join(folder, file), 'utf8')
  return `## ${manifest['name']} ${manifest['version']} (${manifest['license']})\n\n${text.trim()}\n`
}
