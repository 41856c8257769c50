import { CommandError } from '../terminal/command.js'

/**
 * Loads a package that few users need, installed beside the command. @throws CommandError with the package to install
 */
export async function loadOptional<T>(name: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (error) {
    if (!isMissing(error)) throw error
    throw new CommandError(`this requires the package ${name}; run 'npm install ${name}'`)
  }
}

export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND'
}
