import { CommandError } from '../terminal/command.js'

/** A package that few need, and that is installed beside the command. @throws CommandError that says what to install */
export async function loadOptional<T>(name: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (error) {
    if (!isMissing(error)) throw error
    throw new CommandError(`this needs the package ${name}: npm install ${name}`)
  }
}

export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND'
}
