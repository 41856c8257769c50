// The reader of email, whose package is optional.
import type { MailReader } from '@trackerkit/core/mail'
import { isMissing, loadOptional } from './optional-package.js'

/** The reader, where @trackerkit/mail-in is installed: held email needs it when it is accepted. */
export async function readerIfInstalled(): Promise<MailReader | undefined> {
  try {
    const { mailReader } = await import('@trackerkit/mail-in')
    return mailReader()
  } catch (error) {
    if (!isMissing(error)) throw error
    return undefined
  }
}

/** @throws CommandError that names the package to install */
export async function requireReader(): Promise<MailReader> {
  const { mailReader } = await loadOptional('@trackerkit/mail-in', () => import('@trackerkit/mail-in'))
  return mailReader()
}
