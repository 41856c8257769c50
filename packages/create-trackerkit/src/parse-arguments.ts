// The arguments of the command.
import { parseArgs } from 'node:util'
import { InputError } from './input-error.js'

/** The stores that a project can begin with. */
export const stores = ['sqlite', 'pglite', 'memory'] as const

export type StoreName = (typeof stores)[number]

interface Arguments {
  readonly folder: string
  readonly store: StoreName
  readonly installs: boolean
  readonly isHelp: boolean
}

/** @throws InputError */
export function parseArguments(given: readonly string[]): Arguments {
  const { values, positionals } = parse(given)
  const store = stores.find((one) => one === values.store)
  if (!store) throw new InputError(`--store cannot be '${values.store}'. Accepted: ${stores.join(', ')}`)
  const [folder = '', ...more] = positionals
  if (!values.help && (folder === '' || more.length > 0))
    throw new InputError('one folder is required: npm create trackerkit@latest FOLDER')
  return { folder, store, installs: !values['no-install'], isHelp: values.help }
}

function parse(given: readonly string[]) {
  const text = { type: 'string', default: 'sqlite' } as const
  const flag = { type: 'boolean', default: false } as const
  try {
    const options = { store: text, 'no-install': flag, help: { ...flag, short: 'h' } } as const
    return parseArgs({ args: [...given], options, allowPositionals: true })
  } catch (error) {
    throw new InputError(error instanceof Error ? error.message : String(error))
  }
}
