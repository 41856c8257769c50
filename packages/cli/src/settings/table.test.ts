import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { serve } from '../commands/serve.js'
import { settled } from './resolve-settings.js'
import { settingNames, settings, variableOf, type Kind, type SettingName } from './table.js'

const folder = mkdtempSync(join(tmpdir(), 'trackerkit-settings-'))
const file = join(folder, 'settings.json')
afterEach(() => vi.unstubAllEnvs())
afterAll(() => rmSync(folder, { recursive: true }))

/** The options of `trackerkit serve`, as commander has them. */
function serveOptions(args: readonly string[] = []) {
  const command = new Command()
  serve.define(command)
  command.parseOptions([...args])
  return { options: command.options, values: command.opts<object>() }
}

/** The same value as the command line, the environment and the file write it, where it is other than the default. */
const written: Readonly<Record<Kind, { args: readonly string[]; variable: string; inFile: unknown }>> = {
  text: { args: ['some'], variable: 'some', inFile: 'some' },
  number: { args: ['3'], variable: '3', inFile: 3 },
  amount: { args: ['3'], variable: '3', inFile: 3 },
  flag: { args: [], variable: '1', inFile: true },
  list: { args: ['one', 'two'], variable: 'one, two', inFile: ['one', 'two'] },
}

/** Flags that default to true and are turned off by options. */
const negated = { args: [], variable: '0', inFile: false }

describe('the settings of trackerkit serve', () => {
  it('are its options, all of them but the one that names the file', () => {
    const options = serveOptions().options.map((option) => option.attributeName())
    expect(settingNames.toSorted()).toEqual(options.filter((name) => name !== 'config').toSorted())
  })

  it.each(settingNames)('mean the same as option, in the environment and in the file: %s', (name: SettingName) => {
    const option = serveOptions().options.find((one) => one.attributeName() === name)
    const { args, variable, inFile } = option?.negate ? negated : written[settings[name]]
    writeFileSync(file, '{}')
    const config = { config: file }
    const byOption = settled({ ...serveOptions([option?.long ?? '', ...args]).values, ...config })
    const without = settled({ ...serveOptions().values, ...config })
    vi.stubEnv(variableOf(name), variable)
    const byVariable = settled({ ...serveOptions().values, ...config })
    vi.unstubAllEnvs()
    writeFileSync(file, JSON.stringify({ [name]: inFile }))
    const byFile = settled({ ...serveOptions().values, ...config })
    expect(byOption).not.toEqual(without)
    expect([byVariable, byFile]).toEqual([byOption, byOption])
  })
})
