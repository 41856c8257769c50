// The record of one person: keys, preferences, searches, follows, schedules.
import * as z from 'zod'
import {
  recordId as id,
  recordItems as items,
  recordLine as line,
  recordName as name,
  recordTime as time,
} from '../../domain/bugs/fields/record-values.js'
import { scopes } from '../../domain/follows/places.js'
import { someEmailPreferences } from '../../domain/preferences/email.js'
import { somePagePreferences } from '../../domain/preferences/pages.js'
import { someNotificationWays } from '../../domain/preferences/ways.js'
import { savedKinds } from '../../domain/saved-searches/find.js'
import { scheduleKinds, scheduleLimits } from '../../domain/schedules/inputs.js'
import { dayNames } from '../../domain/schedules/times.js'

const apiKey = z.strictObject({
  /** SHA-256 of the key, in base64url. */
  key_hash: z.string().regex(/^[A-Za-z0-9_-]{43}$/),
  prefix: z.string().max(6).pipe(line),
  description: line.default(''),
  is_revoked: z.boolean().default(false),
  may_administer: z.boolean().default(false),
  /** Default: when it is imported. */
  creation_time: time.optional(),
  last_used: time.nullish(),
})

const savedSearch = z.strictObject({
  name: z.string().min(1).max(64).pipe(line),
  query: z.string().min(1).max(65_535).pipe(line),
  kind: z.enum(savedKinds).default('search'),
  /** The group whose members may use it. */
  shared_with: name.nullish(),
})

const follow = z
  .strictObject({
    bug: id.optional(),
    product: name.optional(),
    component: name.optional(),
    scope: z.enum(scopes).optional(),
    by_mail: z.boolean().optional(),
    /** Of a place: earlier changes are not unread. Without it, the time of the import. */
    since: time.optional(),
    /** Of a bug that the user stopped following. */
    is_off: z.boolean().optional(),
  })
  .refine(({ bug, product, is_off, ...others }) =>
    bug === undefined
      ? product !== undefined && is_off === undefined
      : [product, ...Object.values(others)].every((one) => one === undefined),
  )

const schedule = z.strictObject({
  kind: z.enum(scheduleKinds),
  /** Of a search: the name of a saved search of the person. */
  saved_search: name.optional(),
  name: z.string().max(scheduleLimits.name).pipe(line).default(''),
  days: z.array(z.enum(dayNames)).min(1).max(dayNames.length),
  hours: z.array(z.int().min(0).max(23)).min(1).max(scheduleLimits.hours),
  /** Without it, the person. */
  to: z
    .strictObject({
      users: z.array(name).max(scheduleLimits.users).default([]),
      groups: z.array(name).max(scheduleLimits.groups).default([]),
    })
    .nullish(),
  only_changed: z.boolean().default(false),
  if_empty: z.boolean().default(false),
  is_enabled: z.boolean().default(true),
})

/** Data of one person. */
export const personalRecord = z.strictObject({
  kind: z.literal('personal'),
  /** The login of an account that was imported before. Absent parts are unchanged. */
  user: name,
  /** Null removes one that has not been used here. */
  password: z
    .strictObject({
      scheme: z.literal('bugzilla-sha256'),
      salt: z.string().max(128),
      digest: z.string().regex(/^[A-Za-z0-9+/]{43}$/),
    })
    .nullish(),
  api_keys: items(apiKey).optional(),
  /** Accounts at login providers that may log in as the person. */
  linked_accounts: items(
    z.strictObject({ issuer: z.url().max(2000), subject: z.string().min(1).max(255).pipe(line) }),
  ).optional(),
  preferences: somePagePreferences
    .pick({ language: true, time_zone: true })
    .extend({ quicksearch_fulltext: z.boolean().optional() })
    .optional(),
  email_preferences: someEmailPreferences.optional(),
  watches: items(name).optional(),
  ignored_bugs: items(id).optional(),
  saved_searches: items(savedSearch).optional(),
  tags: items(z.strictObject({ name: z.string().min(1).max(64).pipe(line), bugs: items(id) })).optional(),
  visits: items(z.strictObject({ bug: id, time })).optional(),
  notifications: someNotificationWays.optional(),
  /** Bugs, products and components. */
  follows: items(follow).optional(),
  schedules: z
    .array(schedule)
    .max(scheduleLimits.schedules)
    .refine((all) => all.filter(({ kind }) => kind === 'digest').length <= scheduleLimits.digests)
    .optional(),
})
