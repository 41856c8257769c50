// The errors that the contract does not know: numbers from 1400 on.
import { accepted, name, show, type About, type Accepted } from './error-text.js'
import { joinRefusals, type JoinRefusal } from './join-refusals.js'

const refusalOfKey = {
  malformed: 'An idempotency key has 1 to 255 visible ASCII characters.',
  'logged out': 'Idempotency keys are for callers who are logged in.',
  secret: 'This answers a secret, which is not kept: it takes no idempotency key.',
}

const editRefusals = {
  off: 'nobody edits comments here',
  other: 'it is by somebody else',
  late: 'the time for that is over',
  often: 'it has been edited 1,000 times',
}

/** Symbolic code → [number, message], as in `contractErrors`. */
export const ownErrors = {
  // The change feed
  changes_gone: [
    1400,
    (d: About & { oldest: number; head: number }) =>
      `${name(d)}: what comes after ${show(d.value)} is not known any more; there are entries from ${d.oldest} to ${d.head}. Take a full copy, and go on from where the feed was before it.`,
  ],
  // Writes that are done once
  idempotency_key_reused: [
    1420,
    (d: { reason: 'other request' | 'answer not kept' }) =>
      d.reason === 'other request'
        ? 'This idempotency key was used for another request. Use a new one for each request.'
        : 'This was done under the same idempotency key, but its answer was too long to be kept. Do not repeat it.',
  ],
  idempotency_key_invalid: [1421, (d: { reason: 'malformed' | 'logged out' | 'secret' }) => refusalOfKey[d.reason]],
  // Numbers, and searches that are gone on with
  alias_reserved: [
    1446,
    (d: About) => `No bug can have the alias ${show(d.value)}: the API has something else in its place.`,
  ],
  cursor_not_possible: [
    1447,
    (d: { field: string }) =>
      `${d.field}: a cursor goes by fields of the bugs themselves: numbers, times, summaries, statuses, priorities and the like. Use offset for others, such as people, products, the whiteboard and relevance.`,
  ],
  cursor_invalid: [
    1448,
    (d: About) =>
      `${name(d)}: ${show(d.value)} is no cursor of this search. Take \`next_cursor\` of an answer to the same criteria in the same order, or \`*\` to begin.`,
  ],
  too_many_groups: [
    1449,
    (d: { field: string; limit: number }) =>
      `${d.field} leads to more than ${d.limit} counts. Narrow the search, or count by something else.`,
  ],
  // Taking things out for good, and editing comments
  comment_edit_denied: [
    1443,
    (d: About & { reason: keyof typeof editRefusals }) =>
      `Comment ${show(d.value)} cannot be edited: ${editRefusals[d.reason]}.`,
  ],
  deletion_not_allowed: [
    1440,
    (d: { parameter: string }) => `This cannot be taken out here: the parameter ${d.parameter} is off.`,
  ],
  comment_changed: [
    1441,
    (d: { field: string; revision: number }) =>
      `${d.field}: the comment has been edited since, and is at revision ${d.revision}.`,
  ],
  attachment_erased: [1442, (d: About) => `The content of attachment ${show(d.value)} was taken out for good.`],
  // Programs that embed the tracker
  tracker_closed: [1450, () => 'The tracker is shutting down. Try again.'],
  fault: [-32000, () => 'Something went wrong inside the tracker, or in its store. The cause of this error says what.'],
  invalid_options: [
    1453,
    (d: Accepted & { of?: string | undefined; now?: string | undefined }) => {
      if (d.now !== undefined) return `${name(d)} is no option of ${d.of}: ${name(d)} is now ${d.now}.`
      const problem = d.of === undefined ? `cannot be ${show(d.value)}` : `is no option of ${d.of}`
      return `${name(d)} ${problem}.${accepted(d)}`
    },
  ],
  transaction_failed: [
    1454,
    (d: { reason: 'an operation failed' | 'it is over' }) =>
      d.reason === 'it is over'
        ? 'This transaction is over: call its operations before the work that was given to it resolves.'
        : 'An operation of this transaction failed, so that nothing of it is kept; the cause says why.',
  ],
  use_transaction: [
    1455,
    () => 'This call would wait for the transaction that it is made in. Use the operations of that transaction.',
  ],
  transaction_timeout: [
    1456,
    (d: { timeout: number }) =>
      `The transaction took longer than ${d.timeout} ms and was undone. Did its work wait for something else, such as the tracker itself?`,
  ],
  not_in_transaction: [
    1457,
    (d: { what: string }) =>
      `${d.what} cannot be part of a transaction: what it does must be kept when the transaction is undone.`,
  ],
  join_refused: [
    1458,
    (d: { reason: JoinRefusal }) => `The tracker cannot join this transaction: ${joinRefusals[d.reason]}.`,
  ],
  table_exists: [
    1459,
    (d: { table: string }) =>
      `The database has a table ${d.table} already, which is not the tracker's: give the store a prefix.`,
  ],
  body_already_read: [1463, () => 'The body of this request was read before the tracker could read it.'],
  // People whom the embedding program knows, and requests that come with its sessions
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
  // Accounts by mail
  account_code_not_valid: [1470, () => 'This code is wrong, was used already or is over. Ask for another one.'],
  mail_not_sent: [1471, () => 'This tracker sends no mail. Ask who runs it.'],
  // Two-factor authentication
  second_factor_required: [
    1480,
    () =>
      'This account has two-factor authentication: log in with a one-time password as well, of the authenticator or one of the recovery codes.',
  ],
  second_factor_wrong: [
    1481,
    () => 'This one-time password is wrong, was used already or is over. Wait for the next one of the authenticator.',
  ],
  second_factor_not_set_up: [
    1482,
    () => 'Two-factor authentication is required of you here: set it up before you do anything else.',
  ],
  second_factor_exists: [
    1483,
    () => 'Two-factor authentication is set up already. To move it to another authenticator, remove it first.',
  ],
  second_factor_absent: [
    1484,
    (d: { reason: 'not begun' | 'not set up' }) =>
      d.reason === 'not begun'
        ? 'There is nothing to confirm, or it was begun too long ago: begin to set up two-factor authentication anew.'
        : 'Two-factor authentication is not set up for this account.',
  ],
  // Answers that would fill memory
  answer_too_large: [
    1466,
    (d: { field: string; limit: number }) =>
      `${d.field}: the answer would have more than ${d.limit} characters and bytes. Ask for fewer things at a time, or without their long fields.`,
  ],
  // The first administrator
  set_up_already: [1465, () => 'This tracker has been set up already: somebody can administer it.'],
} satisfies Record<string, readonly [number, (data: never) => string]>
