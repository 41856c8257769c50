// Errors of webhooks, code hooks, incoming items and imports.
import { name, type Limit, type About, show } from './error-text.js'

/** As in the table of all errors. URLs and headers may hold secrets, so that no error repeats them. */
export const webhookErrors = {
  webhook_url_invalid: [
    1410,
    (d: { field: string; reason: string }) => `${name(d)} cannot be the URL of a webhook: ${d.reason}.`,
  ],
  webhook_limit: [1411, (d: Limit) => `You can have at most ${d.limit} webhooks. Delete one first.`],
  webhook_not_enabled: [1412, (d: { id: number }) => `Webhook ${d.id} is disabled. Enable it first.`],
  webhook_sender_missing: [1413, () => 'This server does not send webhooks.'],
} satisfies Record<string, readonly [number, (data: never) => string]>

/** As in the table of all errors. */
export const codeErrors = {
  code_hook_limit: [1500, (d: Limit) => `You can have at most ${d.limit} code hooks per host. Delete one first.`],
  code_hook_signature: [1501, () => 'The signature does not match an enabled code hook.'],
  code_link_limit: [1502, (d: Limit) => `A bug can have at most ${d.limit} links to one repository.`],
  code_link_invalid: [1503, (d: About & { problem: string }) => `${name(d)} is not valid: ${d.problem}.`],
  inbound_not_possible: [
    1504,
    (d: About & { outcome: string; accepted: string }) => `${name(d)} is ${d.outcome}; accepted: ${d.accepted}.`,
  ],
  mail_reader_missing: [1505, () => 'This tracker was created without a mail reader, and cannot read email.'],
  deliveries_on_hold: [1509, () => 'Deliveries are on hold, and so is incoming email. Try again later.'],
  code_event_unexpected: [1506, (d: { accepted: string }) => `Unexpected event. Accepted: ${d.accepted}.`],
  code_payload_invalid: [1507, (d: { problem: string }) => `The payload cannot be read: ${d.problem}.`],
  code_bug_missing: [1508, () => 'No commit refers to a bug.'],
} satisfies Record<string, readonly [number, (data: never) => string]>

/** As in the table of all errors. */
export const importErrors = {
  import_line_invalid: [1431, (d: { line: number; problem: string }) => `Line ${d.line} of the import ${d.problem}.`],
  import_target_not_empty: [
    1432,
    (d: { holds: string }) => `Import requires an empty database; this one has ${d.holds}.`,
  ],
  import_busy: [1434, (d: { source: string }) => `Another process is importing from ${show(d.source)}.`],
  import_personal_refused: [
    1435,
    () => 'The records contain personal data and credentials. To import them, use --personal or { personal: true }.',
  ],
  import_newer: [
    1433,
    (d: { migration: number; limit: number }) =>
      `The export is from a newer version (migration ${d.migration}; supported: ${d.limit}).`,
  ],
} satisfies Record<string, readonly [number, (data: never) => string]>
