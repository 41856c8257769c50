import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { createProject } from './create-project.js'
import { InputError } from './input-error.js'
import { parseArguments, stores } from './parse-arguments.js'

const base = mkdtempSync(join(tmpdir(), 'trackerkit-create-'))
afterAll(() => rmSync(base, { recursive: true }))
const template = new URL('../template/', import.meta.url)

describe('createProject', () => {
  it.each(stores)('writes at most 12 files and 200 lines with the store %s', (store) => {
    const folder = join(base, store)
    createProject(template, folder, store, '1.2.3')
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
    const texts = files.map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'))
    expect(files.length).toBeLessThanOrEqual(12)
    expect(texts.join('').split('\n').length).toBeLessThanOrEqual(200)
    expect(files.map(({ name }) => name)).toContain('.gitignore')
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { dependencies: object }
    expect(manifest).toMatchObject({ name: store, private: true, dependencies: { '@trackerkit/core': '1.2.3' } })
    const tracker = readFileSync(join(folder, 'src', 'tracker.ts'), 'utf8')
    const opened = { sqlite: 'sqliteStore(', pglite: 'await openPgliteFolder(', memory: 'memoryStore()' }[store]
    expect(tracker).toContain(`store: ${opened}`)
    expect(tracker.match(/memoryStore/g) ?? []).toHaveLength(store === 'memory' ? 2 : 0)
  })

  it('leaves a folder with files and a file as they are', () => {
    const folder = join(base, 'full')
    createProject(template, folder, 'memory', '1.2.3')
    const before = readdirSync(folder)
    expect(() => createProject(template, folder, 'sqlite', '1.2.3')).toThrow(`${folder} is not empty`)
    expect(readdirSync(folder)).toEqual(before)
    writeFileSync(join(base, 'file'), 'x')
    expect(() => createProject(template, join(base, 'file'), 'sqlite', '1.2.3')).toThrow('is a file')
  })

  it('names a folder that cannot be written, with the cause', () => {
    writeFileSync(join(base, 'parent'), 'x')
    const folder = join(base, 'parent', 'project')
    expect(() => createProject(template, folder, 'memory', '1.2.3')).toThrow(
      new InputError(`${folder} cannot be written: ENOTDIR`),
    )
  })

  it('writes into a folder that has only .git', () => {
    const folder = join(base, 'cloned')
    mkdirSync(join(folder, '.git'), { recursive: true })
    createProject(template, folder, 'memory', '1.2.3')
    expect(readdirSync(folder)).toEqual(expect.arrayContaining(['.git', '.gitignore', 'package.json', 'src']))
  })
})

describe('parseArguments', () => {
  it('reads the folder, the store and whether to install', () => {
    expect(parseArguments(['a'])).toEqual({ folder: 'a', store: 'sqlite', installs: true, isHelp: false })
    expect(parseArguments(['--store', 'pglite', 'a', '--no-install'])).toMatchObject({
      store: 'pglite',
      installs: false,
    })
  })

  it.each([
    [[], 'one folder is required'],
    [['a', 'b'], 'one folder is required'],
    [['a', '--store', 'mysql'], "--store cannot be 'mysql'. Accepted: sqlite, pglite, memory"],
    [['a', '--colour'], '--colour'],
  ])('rejects %j', (given, message) => {
    expect(() => parseArguments(given)).toThrow(message)
  })
})
