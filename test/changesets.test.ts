// Checks of changesets.
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

it('every changeset names packages that there are: with one that there is not, nothing can be released', () => {
  const names = readdirSync(`${root}packages`).map((folder) => {
    const text = readFileSync(`${root}packages/${folder}/package.json`, 'utf8')
    return (JSON.parse(text) as { readonly name: string }).name
  })
  const files = readdirSync(`${root}.changeset`).filter((file) => /(?<!README)\.md$/.test(file))
  const unknown = files.flatMap((file) => {
    const [, front = ''] = readFileSync(`${root}.changeset/${file}`, 'utf8').split(/^---$/m)
    const named = [...front.matchAll(/^['"]?([^'":]+)['"]?: \w+$/gm)].map(([, name = '']) => name)
    expect([file, named.length > 0]).toEqual([file, true])
    return named.filter((name) => !names.includes(name)).map((name) => `${file}: ${name}`)
  })
  expect(unknown).toEqual([])
})
