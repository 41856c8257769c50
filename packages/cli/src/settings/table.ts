// The settings of a server: as options, in the environment and in the file of settings they have one meaning.
import * as z from 'zod'

/** Text, a number, a number that may also be written as text (`off`, `20M`), a switch, or several texts. */
export type Kind = 'text' | 'number' | 'amount' | 'flag' | 'list'

/** By the names that they have in the file. `mailFile` is `--mail-file` and TRACKERKIT_MAIL_FILE. */
export const settings = {
  db: 'text',
  host: 'text',
  port: 'number',
  workers: 'number',
  replica: 'text',
  admin: 'text',
  hosts: 'list',
  prefix: 'text',
  baseUrl: 'text',
  tlsCert: 'text',
  tlsKey: 'text',
  cors: 'list',
  maxBody: 'amount',
  maxConnections: 'number',
  maxBodyMemory: 'amount',
  jsonp: 'text',
  rateLimit: 'amount',
  rateLimitAnonymous: 'amount',
  web: 'flag',
  title: 'text',
  origin: 'text',
  theme: 'text',
  logins: 'text',
  rules: 'list',
  smtp: 'text',
  mailFile: 'text',
  imap: 'text',
  webhookAllow: 'list',
  authHeader: 'text',
  authFrom: 'text',
  authNameHeader: 'text',
  authGroupsHeader: 'text',
  authGroups: 'text',
  authSecretHeader: 'text',
  log: 'flag',
  logLevel: 'text',
  metrics: 'flag',
  adminPort: 'number',
  adminHost: 'text',
  backupEvery: 'text',
  backupTo: 'text',
  backupKeep: 'number',
  copy: 'flag',
} as const satisfies Readonly<Record<string, Kind>>

/** The name of a setting. */
export type SettingName = keyof typeof settings

export const settingNames = Object.keys(settings) as SettingName[]

const schemas: Readonly<Record<Kind, z.ZodType>> = {
  text: z.string().min(1),
  number: z.int().min(0),
  amount: z.union([z.int().min(0), z.string().min(1)], 'expected number or text'),
  flag: z.boolean(),
  list: z.array(z.string().min(1)),
}

/** Accepted values in the settings file. */
export const settingsSchema = z.strictObject(
  Object.fromEntries(settingNames.map((name) => [name, schemas[settings[name]].optional()])),
)

/** Name of the environment variable. */
export function variableOf(name: SettingName): string {
  return `TRACKERKIT_${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`
}
