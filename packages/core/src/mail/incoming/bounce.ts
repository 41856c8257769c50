// Notices of mail servers that an email could not be delivered (RFC 3464). Pure.
import type { ReceivedMail } from './received.js'
import { refusesSender } from './refuses-sender.js'

/** Bytes of a status that are read; there is one recipient. */
const longestStatus = 65_536

/** Returns true for a report that delivery to a recipient has failed for good. Gateways that append a disclaimer wrap it in another message. */
export function isHardBounce(mail: Pick<ReceivedMail, 'attachments'>): boolean {
  return mail.attachments.some((file) => {
    if (!/^message\/(global-)?delivery-status$/i.test(file.type)) return false
    const status = Buffer.from(file.data.subarray(0, longestStatus)).toString('latin1')
    return status.split(/\r?\n\r?\n/).some(isFailure)
  })
}

/** The fields of one recipient. */
function isFailure(fields: string): boolean {
  const [status = ''] = /^status:[ \t]*5\.\d[\d.]*/im.exec(fields) ?? []
  return /^action:[ \t]*failed\b/im.test(fields) && status !== '' && !refusesSender(status)
}
