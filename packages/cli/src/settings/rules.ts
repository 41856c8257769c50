// The rules of the modules of `--rules`.
import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isTrackerError } from '@trackerkit/core'
import { requireRules } from '@trackerkit/core/host'
import type { Rule } from '@trackerkit/core/rules'
import type { Command } from 'commander'
import { listSetting } from './resolve-settings.js'
import { CommandError } from '../terminal/command.js'

export interface RulesOptions {
  readonly rules?: readonly string[]
}

export function addRulesOption(command: Command): Command {
  return command.option(
    '--rules <FILE...>',
    'ES modules whose default export is a list of rules. Other users must not be able to write to them.',
  )
}

/** The rules of the modules, in their order; undefined without modules. @throws CommandError with the module and the rule */
export async function loadRules(option: readonly string[] | undefined): Promise<readonly Rule[] | undefined> {
  const files = listSetting('rules', option)
  if (files === undefined || files.length === 0) return undefined
  const all: Rule[] = []
  for (const file of files) all.push(...(await loadFile(file)))
  requireFit(files.join(', '), all)
  return all
}

async function loadFile(file: string): Promise<readonly Rule[]> {
  requireSafe(file)
  const { default: rules } = (await importModule(file)) as { readonly default?: unknown }
  requireFit(file, rules)
  return rules as readonly Rule[]
}

async function importModule(file: string): Promise<unknown> {
  try {
    return await import(pathToFileURL(resolve(file)).href)
  } catch (error) {
    throw new CommandError(
      `--rules: ${file} cannot be loaded: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}

/** Its code runs with all rights of this process. */
function requireSafe(file: string): void {
  const found = statSync(file, { throwIfNoEntry: false })
  if (!found?.isFile()) throw new CommandError(`--rules: ${file} is not a file`)
  if (process.platform !== 'win32' && (found.mode & 0o022) !== 0)
    throw new CommandError(`--rules: other users can write to ${file}; run chmod go-w ${file}`)
}

function requireFit(file: string, rules: unknown): void {
  try {
    requireRules(rules)
  } catch (error) {
    if (!isTrackerError(error, 'invalid_options')) throw error
    const index = Number(/^rules\.(\d+)/.exec(error.data.field ?? '')?.[1])
    const list: readonly unknown[] = Array.isArray(rules) ? rules : []
    const { name } = (list[index] ?? {}) as { readonly name?: unknown }
    throw new CommandError(`--rules: ${file}${typeof name === 'string' ? `, rule ${name}` : ''}: ${error.message}`)
  }
}
