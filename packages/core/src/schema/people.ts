// Users, groups, credentials and what is personal to a user.
import { bool, entity, int, json, nullable, text, time, to } from '../store/index.js'
import { audited } from './audited.js'

export const people = {
  users: audited('User', {
    columns: {
      id: int(),
      /** The login, which is also the email address. */
      login: text(),
      login_folded: text({ substringIndex: true }),
      real_name: text(),
      real_name_folded: text({ substringIndex: true }),
      /** scrypt; NULL when the account cannot log in with a password. */
      password_hash: nullable(text()),
      email_enabled: bool(),
      /** Why the account is disabled; empty while it is enabled. */
      login_denied_text: text(),
      creation_time: time(),
      last_seen_time: nullable(time()),
      /** Rises when addresses for replies that were mailed to the user must stop working; null: 0. */
      reply_epoch: nullable(int()),
      /** Days on which email to the user bounced, since the last email from them; null: 0. */
      bounces: nullable(int()),
      /** The last of these days. */
      bounced_time: nullable(time()),
    },
    key: ['id'],
    autoId: true,
    unique: [['login_folded']],
    relations: {
      groups: to('user_groups', ['id', 'user_id']),
      comments: to('comments', ['id', 'creator_id']),
      changes: to('bug_history', ['id', 'user_id']),
    },
  }),

  groups: audited('Group', {
    columns: {
      id: int(),
      name: text(),
      name_folded: text(),
      description: text(),
      /** False for groups that only carry rights. */
      is_bug_group: bool(),
      /** Users whose login matches are members. Empty: no members by pattern. */
      user_regexp: text(),
      /** Bugs can be newly restricted to it. */
      is_active: bool(),
      icon_url: nullable(text()),
    },
    key: ['id'],
    autoId: true,
    unique: [['name_folded']],
    relations: { users: to('user_groups', ['id', 'group_id']) },
  }),

  user_groups: entity({
    columns: {
      user_id: int(),
      group_id: int(),
      /** 'direct' member, member by 'pattern', or may 'bless' (grant) the group. */
      kind: text(),
    },
    key: ['user_id', 'group_id', 'kind'],
    index: [['group_id', 'kind']],
    relations: { user: to('users', ['user_id', 'id']), group: to('groups', ['group_id', 'id']) },
  }),

  group_inheritance: entity({
    columns: {
      /** Members of this group … */
      member_group_id: int(),
      /** … have to this group the relation `kind`. */
      group_id: int(),
      /** 'membership' (are members too), 'bless' (may grant it), 'visible' (see its members). */
      kind: text(),
    },
    key: ['member_group_id', 'group_id', 'kind'],
    index: [['group_id']],
    relations: { group: to('groups', ['group_id', 'id']), member_group: to('groups', ['member_group_id', 'id']) },
  }),

  api_keys: audited('ApiKey', {
    columns: {
      id: int(),
      user_id: int(),
      /** SHA-256 of the key, which is itself random. */
      key_hash: text(),
      /** The first characters of the key, to recognise it by. */
      prefix: text(),
      description: text(),
      is_revoked: bool(),
      /** Revoked by someone other than the owner: only administrators can restore it. */
      is_revoked_by_other: bool(),
      is_read_only: bool(),
      /** May use rights of administration, and make keys, webhooks and passwords. */
      may_administer: bool(),
      /** The products that there are for it, an array of ids; NULL: all. */
      product_ids: nullable(json()),
      creation_time: time(),
      expires: nullable(time()),
      last_used: nullable(time()),
      /** From where it was used, an array of addresses, the latest first. */
      used_from: json(),
    },
    key: ['id'],
    autoId: true,
    unique: [['key_hash']],
    index: [['user_id']],
    relations: { user: to('users', ['user_id', 'id']) },
  }),

  tokens: entity({
    columns: {
      id: int(),
      user_id: int(),
      secret_hash: text(),
      /** The only address it is valid from; NULL: any. */
      address: nullable(text()),
      /** The address that it was issued to; NULL: that was not noted, or it was in the same process. */
      begun_from: nullable(text()),
      creation_time: time(),
      last_used: time(),
      /** When its owner last confirmed their identity; NULL: only at login. */
      confirmed_time: nullable(time()),
      /** The way of logging in: 'password', or the name of a provider. */
      login_by: text(),
      /** The issuer of that provider, whose name may change; NULL: of a password, a passkey, or before this was noted. */
      login_issuer: nullable(text()),
      /** When it ends however it is used; NULL: by the rules of passwords. */
      expires: nullable(time()),
      /** It began with two factors. */
      has_second_factor: bool(),
      /** The user who sees the tracker as the owner of the session does, and why; NULL: the owner. */
      actor_id: nullable(int()),
      reason: nullable(text()),
    },
    key: ['id'],
    autoId: true,
    unique: [['secret_hash']],
    index: [['user_id'], ['last_used'], ['actor_id']],
    relations: { user: to('users', ['user_id', 'id']), actor: to('users', ['actor_id', 'id']) },
  }),

  /** Codes that were sent by mail, each good for one thing, once. */
  account_codes: entity({
    columns: {
      id: int(),
      /** Purpose: `CodeKind`. */
      kind: text(),
      /** NULL where an account is still to be made. */
      user_id: nullable(int()),
      /** The login of the recipient. */
      login: text(),
      login_folded: text(),
      /** SHA-256 of the code, which is itself random; NULL until it is sent. */
      secret_hash: nullable(text()),
      creation_time: time(),
      expires: time(),
    },
    key: ['id'],
    autoId: true,
    unique: [['secret_hash']],
    index: [['login_folded', 'creation_time'], ['user_id'], ['expires']],
    relations: { user: to('users', ['user_id', 'id']) },
  }),

  /** Second factors: authenticators. */
  second_factors: entity({
    columns: {
      user_id: int(),
      /** Shared secret, in base 32. Kept readable because codes are computed from it. Empty: only passkeys. */
      secret: text(),
      creation_time: time(),
      /** Time of the first accepted one-time password; NULL during setup, when it is not required yet. */
      confirmed_time: nullable(time()),
      /** The last period whose one-time password was used: it and earlier ones are invalid. */
      last_step: int(),
      /** Wrong ones since the last right one. */
      failures: int(),
      last_failure: nullable(time()),
      /** The secret of the authenticator that is to replace this one, and when that began; NULL: none. */
      next_secret: nullable(text()),
      next_time: nullable(time()),
    },
    key: ['user_id'],
    relations: { user: to('users', ['user_id', 'id']), passkeys: to('passkeys', ['user_id', 'user_id']) },
  }),

  /** Single-use codes for users without their authenticator. */
  recovery_codes: entity({
    columns: {
      user_id: int(),
      /** SHA-256 of the code, which is itself random. */
      code_hash: text(),
    },
    key: ['user_id', 'code_hash'],
    relations: { user: to('users', ['user_id', 'id']) },
  }),

  /** The accounts of users of the embedding program. */
  external_accounts: entity({
    columns: {
      /** Identity provider and its permanent ID of the person. */
      issuer: text(),
      subject: text(),
      user_id: int(),
      /** The last data from the host, field by field, as written. Empty for identities of providers. */
      digest: text(),
      /**
       * 'host': of the embedding program. 'linked': of a provider. 'managed': of a provider that also decides the names.
       * 'claim': of an import; its owner has not logged in yet.
       */
      kind: text(),
      /** The proof with which it was linked, `LinkedWith`; NULL: for the host, of an import, or before this was noted. */
      linked_with: nullable(text()),
      /** The name under which the provider shows the account; NULL for the host, and if there is none or it is not known yet. */
      shown_as: nullable(text()),
      /** NULL for the host. */
      creation_time: nullable(time()),
      last_login: nullable(time()),
    },
    key: ['issuer', 'subject'],
    index: [['user_id']],
    relations: { user: to('users', ['user_id', 'id']) },
  }),

  /** Passkeys, by which users log in without a password. */
  passkeys: entity({
    columns: {
      id: int(),
      user_id: int(),
      /** The ID of the authenticator for it, in base64url. */
      credential_id: text(),
      /** SPKI, in base64url. */
      public_key: text(),
      /** As COSE numbers them. */
      algorithm: int(),
      /** How often the authenticator has signed; 0 if it does not count. */
      counter: int(),
      /** The host of the pages that it is for. */
      rp_id: text(),
      /** Names the user to authenticators, in base64url. */
      user_handle: text(),
      name: text(),
      /** How browsers reach the authenticator. */
      transports: json(),
      /** It is also kept elsewhere, such as in an account of the vendor. */
      is_backed_up: bool(),
      creation_time: time(),
      last_used: nullable(time()),
    },
    key: ['id'],
    autoId: true,
    unique: [['credential_id']],
    index: [['user_id']],
    relations: { user: to('users', ['user_id', 'id']) },
  }),

  /** Logins at providers and by passkeys whose proof has succeeded or failed, until they are over: each is good once. */
  login_flows: entity({
    columns: {
      id: int(),
      /** SHA-256 of the flow, which its browser keeps. */
      flow_hash: text(),
      /** 'used', the proof that is missing ('second_factor', 'password'), or 'failing': no proof has succeeded yet. */
      stage: text(),
      /** The provider and its permanent ID of the person; NULL: of a passkey, or before this was noted. */
      issuer: nullable(text()),
      subject: nullable(text()),
      /** The person, until the rest is proven. */
      person: nullable(json()),
      user_id: nullable(int()),
      failures: int(),
      expires: time(),
    },
    key: ['id'],
    autoId: true,
    unique: [['flow_hash']],
    index: [['expires'], ['user_id']],
    relations: { user: to('users', ['user_id', 'id']) },
  }),

  /** Erased logins, so that imports do not recreate them. */
  erased_logins: entity({
    columns: {
      /** Keyed hash: guesses cannot be checked without the installation's secret. */
      login_hash: text(),
      user_id: int(),
    },
    key: ['login_hash'],
    relations: { user: to('users', ['user_id', 'id']) },
  }),

  login_attempts: entity({
    columns: {
      id: int(),
      /** SHA-256 of the folded login, whether it exists or not. */
      login_hash: text(),
      /** An IPv4 address or a network of IPv6; blank for callers in the same process. */
      address: text(),
      at: time(),
      was_right: bool(),
    },
    key: ['id'],
    autoId: true,
    index: [['login_hash', 'at'], ['at']],
    relations: {},
  }),

  /** Settings that differ from the defaults, such as mail preferences. */
  user_settings: entity({
    columns: { user_id: int(), name: text(), value: json() },
    key: ['user_id', 'name'],
    relations: { user: to('users', ['user_id', 'id']) },
  }),

  /** Products, components and users that a user follows. The bugs that they follow are in bug_marks. */
  follows: entity({
    columns: {
      user_id: int(),
      /** 'product', 'component' or 'user'. */
      kind: text(),
      object_id: int(),
      /** 'new': new bugs. 'all': all changes. */
      scope: text(),
      /** True: also by email, as always for users. */
      by_mail: nullable(bool()),
      /** When it began, from which on it causes lines. NULL: always; what it follows does not matter for users. */
      since: nullable(time()),
      /** The same for changes of older bugs: when the scope began. */
      scope_since: nullable(time()),
    },
    key: ['user_id', 'kind', 'object_id'],
    index: [['kind', 'object_id']],
    relations: { user: to('users', ['user_id', 'id']) },
  }),

  saved_searches: entity({
    columns: {
      id: int(),
      user_id: int(),
      /** 'search' or 'report'. */
      kind: text(),
      name: text(),
      name_folded: text(),
      /** Parameters in the form of a query string. */
      query: text(),
      shared_group_id: nullable(int()),
    },
    key: ['id'],
    autoId: true,
    unique: [['user_id', 'kind', 'name_folded']],
    index: [['shared_group_id']],
    relations: { user: to('users', ['user_id', 'id']), shared_group: to('groups', ['shared_group_id', 'id']) },
  }),

  /** When users get a digest of their inbox, or the bugs of a saved search. */
  schedules: entity({
    columns: {
      id: int(),
      user_id: int(),
      /** 'digest' or 'search'. */
      kind: text(),
      /** Of a search; the saved search may no longer exist. */
      saved_search_id: nullable(int()),
      name: text(),
      /** Bits: Monday is 1, Sunday is 64. */
      days: int(),
      /** An array of hours, 0 to 23, in the time zone of the owner. */
      hours: json(),
      /** { users, groups, without } by ID; NULL: the owner. */
      to: nullable(json()),
      only_changed: bool(),
      if_empty: bool(),
      is_enabled: bool(),
      next_time: time(),
      last_time: nullable(time()),
      /** Why the tracker disabled it: the name of an error. Empty: it did not. */
      disabled_reason: text(),
    },
    key: ['id'],
    autoId: true,
    index: [['user_id'], ['is_enabled', 'next_time']],
    relations: { user: to('users', ['user_id', 'id']) },
  }),
}
