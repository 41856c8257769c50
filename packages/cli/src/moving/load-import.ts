import type * as Readers from '@trackerkit/import'
import { Refusal } from '../command.js'

/** The readers of other trackers, which not everybody installs. @throws Refusal that says what to install */
export async function loadImport(): Promise<typeof Readers> {
  try {
    return await import('@trackerkit/import')
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error) || error.code !== 'ERR_MODULE_NOT_FOUND') throw error
    throw new Refusal(
      "this needs a package that is not installed: 'npm install @trackerkit/import', with -g if trackerkit is installed so",
    )
  }
}
