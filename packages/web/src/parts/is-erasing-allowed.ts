import type { Client } from '@trackerkit/client'
import type { PageAddress } from '../page/page.js'

/** Whether administrators may take something out for good, as a parameter says. It is asked for where it is an administrator who looks. */
export async function isErasingAllowed(
  operations: Client,
  { who }: Pick<PageAddress, 'who'>,
  parameter: 'allowuserdeletion' | 'allow_attachment_deletion',
): Promise<boolean> {
  if (!who?.rights.includes('admin')) return false
  const { parameters } = await operations.server.metadata()
  return parameters[parameter] === '1'
}
