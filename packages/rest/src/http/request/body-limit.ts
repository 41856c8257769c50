// How large a body may be.
import type { Tracker } from '@trackerkit/core'
import type { RestRequest } from '../messages.js'
import { headerOf } from './request-limits.js'

/** Enough for anything but attachments. */
const smallBody = 1_048_576

/** The most bytes that a request may have: what the largest attachment takes as base64, and everything around it. */
export async function bodyLimit(tracker: Tracker, request: Pick<RestRequest, 'headers'>): Promise<number> {
  if (Number(headerOf(request, 'content-length') ?? Infinity) <= smallBody) return smallBody
  // The tracker remembers parameters, so asking costs little.
  const { parameters } = await tracker
    .asSystem()
    .parameters.get({ include_fields: ['maxattachmentsize', 'maxlocalattachment'] })
  const { maxattachmentsize = '', maxlocalattachment = '' } = parameters
  const largest = Math.max(Number(maxattachmentsize) * 1024, Number(maxlocalattachment) * 1024 * 1024)
  return smallBody + Math.ceil(largest / 3) * 4
}
