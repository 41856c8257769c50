// Data from outside: mail, deliveries of code hooks and reports, and the forms and places of new bugs.
import { bool, bytes, entity, int, json, nullable, text, time, to } from '../store/index.js'
import { audited } from './audited.js'

export const inbound = {
  /** A row for each item, with its outcome. */
  inbound: audited('Inbound', {
    columns: {
      id: int(),
      /** 'mail', 'code' or 'report'. */
      way: text(),
      /** The mailbox, 'pipe' or 'program'; the name of the code hook. */
      source: text(),
      /** Identifies a repeated delivery. */
      key_hash: text(),
      /** 'begun', 'done', 'nothing', 'held', 'refused' or 'failed'. */
      outcome: text(),
      reason: text(),
      user_id: nullable(int()),
      /** An address, for mail only. */
      sender: text(),
      /** For held and failed items only. */
      subject: text(),
      intake_id: nullable(int()),
      bug_ids: json(),
      size: int(),
      attempts: int(),
      time: time(),
      /** For reports: a hash of the network that it came from; else empty. */
      address_hash: text(),
      /** For reports of senders without an account, which have limits for each hour. */
      arrival_time: nullable(time()),
    },
    key: ['id'],
    autoId: true,
    unique: [['way', 'key_hash']],
    index: [['outcome', 'time'], ['user_id'], ['intake_id', 'arrival_time']],
    relations: {},
  }),

  /** The content of held and failed items, in parts of 1 MB. */
  inbound_content: entity({
    columns: { inbound_id: int(), part: int(), data: bytes() },
    key: ['inbound_id', 'part'],
    relations: { inbound: to('inbound', ['inbound_id', 'id']) },
  }),

  /** Mailboxes that a process reads, each by one of them. */
  mailbox_claims: entity({
    columns: {
      /** Hash of its address. */
      mailbox: text(),
      claimed_by: text(),
      claimed_until: time(),
    },
    key: ['mailbox'],
    relations: {},
  }),

  /** Questions about new bugs. */
  forms: audited('Form', {
    columns: {
      id: int(),
      name: text(),
      description: text(),
      /** Null: of all products. */
      product_id: nullable(int()),
      /** The component of new bugs that name none. */
      component_id: nullable(int()),
      /** A list of elements, as in issue forms of GitHub. */
      body: json(),
      /** The beginning of summaries. */
      title: text(),
      is_active: bool(),
      sort_key: int(),
    },
    key: ['id'],
    autoId: true,
    unique: [['name']],
    index: [['product_id'], ['component_id']],
    relations: {
      product: to('products', ['product_id', 'id']),
      component: to('components', ['component_id', 'id']),
    },
  }),

  /** Keywords that forms give to new bugs. */
  form_keywords: entity({
    columns: { form_id: int(), keyword_id: int() },
    key: ['form_id', 'keyword_id'],
    index: [['keyword_id']],
    relations: { form: to('forms', ['form_id', 'id']), keyword: to('keywords', ['keyword_id', 'id']) },
  }),

  /** Where new bugs come in from outside. */
  intakes: audited('Intake', {
    columns: {
      id: int(),
      name: text(),
      product_id: int(),
      component_id: int(),
      version_id: int(),
      /** Accepted senders: `accounts` or `anybody`. english: values of the column */
      accepts: text(),
      is_active: bool(),
      /** Names the intake in the address for reports; in pages that anyone can read. */
      key: nullable(text()),
      /** Pages of these origins may send reports. */
      origins: json(),
      per_hour: int(),
      max_kb: int(),
      /** Files reports of people without an account, where they are not held. */
      account_id: nullable(int()),
      holds: bool(),
      form_id: nullable(int()),
    },
    key: ['id'],
    autoId: true,
    unique: [['name'], ['key']],
    index: [['product_id'], ['component_id'], ['version_id'], ['form_id']],
    relations: {
      account: to('users', ['account_id', 'id']),
      form: to('forms', ['form_id', 'id']),
      product: to('products', ['product_id', 'id']),
      component: to('components', ['component_id', 'id']),
      version: to('versions', ['version_id', 'id']),
    },
  }),
}
