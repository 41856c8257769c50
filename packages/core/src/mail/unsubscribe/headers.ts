// One-click unsubscribe (RFC 2369 and RFC 8058).
import { folderUrl } from '../../access/bug-url.js'
import type { MailKeys } from '../../call/mail-key.js'
import type { Catalogue } from '../../setup/catalogue.js'
import { unsubscribeToken, type Unsubscription } from './token.js'

/** Returns no headers unless the tracker has an HTTPS address, which mail providers require. */
export function unsubscribeHeaders(
  catalogue: Pick<Catalogue, 'parameters'> & MailKeys,
  subscription: Unsubscription,
  now: Date,
): Record<string, string> {
  const { urlbase } = catalogue.parameters
  if (!/^https:\/\//i.test(urlbase) || catalogue.secret === '') return {}
  const token = unsubscribeToken(catalogue, subscription, now)
  return {
    'List-Unsubscribe': `<${folderUrl(catalogue)}rest/unsubscribe/${token}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
}
