// Errors about people whom the embedding program knows, and about requests that come with its sessions.
import { name, show, type About } from './error-text.js'

/** As in the table of all errors. */
export const hostErrors = {
  own_credentials_off: [
    1460,
    () => 'API keys, tokens and passwords are not taken here. Log in to the program that this tracker is a part of.',
  ],
  managed_by_host: [
    1461,
    (d: About) => `${name(d)} comes from the program that this tracker is a part of. Change it there.`,
  ],
  cross_site_request: [
    1462,
    () => 'This request was sent by a page of another site, in the name of who is logged in here. Nothing was done.',
  ],
  host_user_refused: [
    1464,
    (d: { value: string; reason: 'login_taken' | 'login_not_allowed' }) =>
      d.reason === 'login_taken'
        ? `The login name ${show(d.value)} belongs to the account of somebody else.`
        : `Nobody can have the login name ${show(d.value)} here.`,
  ],
} satisfies Record<string, readonly [number, (data: never) => string]>
