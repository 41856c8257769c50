// Errors about code hooks, links to code, and what comes in from outside.
import { name, type About, type Limit } from './error-text.js'

/** As in the table of all errors. */
export const codeErrors = {
  code_hook_limit: [1500, (d: Limit) => `There can be at most ${d.limit} code hooks of one host. Remove one first.`],
  code_hook_signature: [1501, () => 'The signature is not that of an enabled code hook.'],
  code_link_limit: [1502, (d: Limit) => `A bug can have at most ${d.limit} links to one repository.`],
  code_link_invalid: [1503, (d: About & { problem: string }) => `${name(d)} is not possible: ${d.problem}.`],
  inbound_not_possible: [
    1504,
    (d: About & { outcome: string; accepted: string }) => `${name(d)} is ${d.outcome}; accepted: ${d.accepted}.`,
  ],
  mail_reader_missing: [1505, () => 'This tracker was created without a mail reader, and cannot read email.'],
  deliveries_on_hold: [1509, () => 'Deliveries are on hold, and so is incoming email. Try again later.'],
  code_event_unexpected: [1506, (d: { accepted: string }) => `The request is not for the event ${d.accepted}.`],
  code_payload_invalid: [1507, (d: { problem: string }) => `The payload cannot be read: ${d.problem}.`],
  code_bug_missing: [1508, () => 'No commit names a bug.'],
} satisfies Record<string, readonly [number, (data: never) => string]>
