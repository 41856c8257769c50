// The errors that the contract does not know: numbers from 1400 on.
import { accepted, name, show, type About, type Accepted, type Limit } from './error-text.js'
import { joinRefusals, type JoinRefusal } from './join-refusals.js'

const refusalOfKey = {
  malformed: 'Idempotency-Key must be 1 to 255 visible ASCII characters.',
  'logged out': 'Idempotency keys require login.',
  secret: 'This operation returns a secret and does not accept an idempotency key.',
}

const editRefusals = {
  off: 'editing is disabled',
  other: 'you are not its author',
  late: 'the edit window has passed',
  often: 'it has reached 1,000 edits',
}

const actingRefusals = {
  self: 'it is your own account',
  protected: 'the account is protected, or an administrator',
  disabled: 'the account is disabled',
}

const loginRefusals = {
  email_not_verified: 'the provider does not prove that your email address is yours',
  not_allowed: 'you are not in the group or organization that may log in here',
  no_account: 'you have no account here, and new accounts are not created at login',
  account_exists: 'an account exists or is linked. Log in as before, and see Settings',
  login_not_allowed: 'your email address cannot have an account here',
  provider_said_no: 'the provider did not log you in',
}

const passkeyRefusals = {
  wrong: 'it is unknown, or its response is not valid',
  unsupported: 'its type of key is not supported. Use another authenticator',
  too_many: 'your account has the maximum number of passkeys. Delete one first',
}

/** Symbolic code → [number, message], as in `contractErrors`. */
export const ownErrors = {
  // The change feed
  changes_gone: [
    1400,
    (d: About & { oldest: number; head: number }) =>
      `${name(d)}: changes after ${show(d.value)} are no longer available (oldest ${d.oldest}, newest ${d.head}). Note the newest, take a full copy, then continue from there.`,
  ],
  // Writes that are done once
  idempotency_key_reused: [
    1420,
    (d: { reason: 'other request' | 'answer not kept' }) =>
      d.reason === 'other request'
        ? 'Idempotency key already used for another request.'
        : 'The operation was completed, but its response is not stored: it was too long, or has been erased. Do not retry.',
  ],
  idempotency_key_invalid: [1421, (d: { reason: 'malformed' | 'logged out' | 'secret' }) => refusalOfKey[d.reason]],
  // Numbers, and searches that are gone on with
  alias_reserved: [1446, (d: About) => `Alias ${show(d.value)} is reserved.`],
  cursor_not_possible: [1447, (d: { field: string }) => `${d.field} does not support cursors. Use offset.`],
  cursor_invalid: [
    1448,
    (d: About) => `${name(d)}: invalid cursor ${show(d.value)}. Use next_cursor of the same search, or * to start.`,
  ],
  too_many_groups: [
    1449,
    (d: { field: string; limit: number }) =>
      `${d.field} produces more than ${d.limit} groups. Narrow the search or group by another field.`,
  ],
  // Taking things out for good, and editing comments
  comment_edit_denied: [
    1443,
    (d: About & { reason: keyof typeof editRefusals }) =>
      `Comment ${show(d.value)} cannot be edited: ${editRefusals[d.reason]}.`,
  ],
  deletion_not_allowed: [
    1440,
    (d: { parameter: string }) => `Erasing is disabled: enable the parameter ${d.parameter}.`,
  ],
  comment_changed: [
    1441,
    (d: { field: string; revision: number }) =>
      `${d.field}: the comment was edited (revision ${d.revision}). Reload it.`,
  ],
  attachment_erased: [1442, (d: About) => `The content of attachment ${show(d.value)} was erased.`],
  // Programs that embed the tracker
  tracker_closed: [1450, () => 'The tracker is shutting down. Try again.'],
  no_tracker: [1467, () => 'The store has no tracker.'],
  fault: [-32000, () => 'Internal error; see the cause.'],
  invalid_options: [
    1453,
    (d: Accepted & { of?: string | undefined; now?: string | undefined; unusable?: string | undefined }) => {
      if (d.now !== undefined) return `${name(d)} is not an option of ${d.of}: ${name(d)} is now ${d.now}.`
      if (d.unusable !== undefined) return `${name(d)} cannot be loaded: ${d.unusable}.${accepted(d)}`
      const problem = d.of === undefined ? `cannot be ${show(d.value)}` : `is not an option of ${d.of}`
      return `${name(d)} ${problem}.${accepted(d)}`
    },
  ],
  transaction_failed: [
    1454,
    (d: { reason: 'an operation failed' | 'it is over' }) =>
      d.reason === 'it is over'
        ? 'The transaction has ended. Await all calls inside the callback.'
        : 'The transaction was rolled back because an operation failed; see the cause.',
  ],
  use_transaction: [1455, () => 'This call would wait for its own transaction. Use the operations of the transaction.'],
  transaction_timeout: [
    1456,
    (d: { timeout: number }) => `The transaction exceeded ${d.timeout} ms and was rolled back.`,
  ],
  not_in_transaction: [
    1457,
    (d: { what: string }) =>
      d.what === 'query'
        ? 'query cannot run on this store: it has no SQL.'
        : `${d.what} cannot run in a transaction: its effects must outlive a rollback.`,
  ],
  join_refused: [
    1458,
    (d: { reason: JoinRefusal }) => `The tracker cannot join this transaction: ${joinRefusals[d.reason]}.`,
  ],
  table_exists: [
    1459,
    (d: { table: string }) => `Table ${d.table} already exists and is not the tracker's. Set a prefix for the store.`,
  ],
  body_already_read: [1463, () => 'The request body was already consumed.'],
  // People whom the embedding program knows, and requests that come with its sessions
  own_credentials_off: [1460, () => 'API keys, tokens and passwords are disabled. Log in to the host application.'],
  managed_by_host: [1461, (d: About) => `${name(d)} is managed by the host application. Change it there.`],
  cross_site_request: [1462, () => 'Cross-site request rejected.'],
  host_user_refused: [
    1464,
    (d: { value: string; reason: 'login_taken' | 'login_not_allowed' }) =>
      d.reason === 'login_taken'
        ? `Login ${show(d.value)} belongs to another account.`
        : `Login ${show(d.value)} cannot be used.`,
  ],
  // Following
  follow_limit: [1510, (d: Limit) => `${name(d)}: you can follow at most ${d.limit}. Unfollow some first.`],
  schedule_limit: [1511, (d: Limit) => `${name(d)}: you can have at most ${d.limit}. Delete one first.`],
  schedule_denied: [
    1512,
    (d: { group: string }) => `This schedule requires membership in ${d.group}. Contact an administrator.`,
  ],
  saved_search_limit: [1513, (d: Limit) => `You can have at most ${d.limit} saved searches. Delete one first.`],
  api_key_limit: [1514, (d: Limit) => `You can have at most ${d.limit} valid API keys. Revoke one first.`],
  // Accounts by mail
  account_code_not_valid: [1470, () => 'Invalid, used or expired code. Request a new one.'],
  mail_not_sent: [1471, () => 'This tracker does not send email. Contact an administrator.'],
  // Two-factor authentication
  second_factor_required: [
    1480,
    () => 'This account requires a one-time password, from the authenticator app or a recovery code.',
  ],
  second_factor_wrong: [1481, () => 'Invalid, used or expired one-time password. Use the next one.'],
  second_factor_not_set_up: [1482, () => 'Set up two-factor authentication to continue.'],
  second_factor_absent: [
    1484,
    (d: { reason: 'not begun' | 'not set up' }) =>
      d.reason === 'not begun'
        ? 'No setup is pending, or it has expired. Start again.'
        : 'Two-factor authentication is not set up.',
  ],
  // Logins at providers
  login_flow_not_valid: [
    1490,
    () =>
      'This login is not valid: it has expired, was already used, failed too often, or began in another browser. ' +
      'Start again.',
  ],
  login_provider_unavailable: [1491, () => 'The login provider is unavailable. Try again later.'],
  login_refused: [1492, (d: { reason: keyof typeof loginRefusals }) => `Login refused: ${loginRefusals[d.reason]}.`],
  login_provider_unknown: [
    1493,
    (d: Accepted & { field: string }) => `${name(d)}: login provider ${show(d.value)} does not exist.${accepted(d)}`,
  ],
  passkey_not_valid: [
    1494,
    (d: { reason: keyof typeof passkeyRefusals }) => `Passkey not accepted: ${passkeyRefusals[d.reason]}.`,
  ],
  password_login_off: [1486, () => 'Password login is disabled for this account. Log in with a provider.'],
  acting_read_only: [
    1495,
    () => 'You are viewing the tracker as another user: you cannot change anything or see how they log in.',
  ],
  acting_denied: [
    1496,
    (d: { reason: keyof typeof actingRefusals }) =>
      `You cannot view the tracker as this user: ${actingRefusals[d.reason]}.`,
  ],
  // 1483 meant that an authenticator could not be replaced.
  confirmation_required: [1485, () => 'Nothing changed. Confirm your identity, or log in again.'],
  // Fields that control others
  field_control_circle: [1530, (d: About) => `${name(d)} cannot be ${show(d.value)}, which it controls.`],
  // Answers that would fill memory
  answer_too_large: [
    1466,
    (d: { field: string; limit: number }) =>
      `${d.field}: the response would exceed ${d.limit} characters and bytes. Request fewer items, or exclude long fields.`,
  ],
  // The first administrator
  set_up_already: [1465, () => 'The tracker already has an administrator.'],
} satisfies Record<string, readonly [number, (data: never) => string]>
