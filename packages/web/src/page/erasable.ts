import type { Client } from './operations.js'
import { metadataOf } from './metadata.js'
import type { PageAddress } from './page.js'

/** A thing that administrators can delete permanently. */
export interface Erasable {
  readonly kind: 'bug' | 'attachment' | 'comment' | 'user'
  readonly id: number
  /** The name shown to users. */
  readonly name: string
  /** The page to open afterwards. Default: the current one. */
  readonly leadsTo?: string
}

/** Reads the parameter that permits administrators to erase. For others it sends no request. */
export async function isErasingAllowed(
  operations: Client,
  { who }: Pick<PageAddress, 'who'>,
  parameter: 'allowuserdeletion' | 'allow_attachment_deletion',
): Promise<boolean> {
  if (!who?.rights.includes('admin')) return false
  const { parameters } = await metadataOf(operations)
  return parameters[parameter] === '1'
}
