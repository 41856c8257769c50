// Kinds of configuration as data: one entry each, from which one list and one form are made.
import type { Client } from '../../../page/operations.js'
import type { Texts } from '../../../texts/index.js'

export type Value = string | number | boolean | readonly string[]
export type Values = Readonly<Record<string, Value>>

export interface Choice {
  readonly value: string
  /** Default: the value. */
  readonly text?: string
}

/** The name of a field of a form, in the words of `texts.admin.fields`. */
export type FieldLabel = keyof Texts['admin']['fields']

export interface FormField {
  /** As the API calls it. */
  readonly name: string
  readonly label: FieldLabel
  /**
   * `line` and `text` are texts of one line and of several, `words` one text a line, `choice` one of several, `checks` any of
   * several, `check` yes or no.
   */
  readonly type: 'line' | 'text' | 'words' | 'number' | 'password' | 'person' | 'choice' | 'checks' | 'check'
  /** Only when a thing is made, or only when there is one. Default: both. */
  readonly only?: 'new' | 'old'
  readonly isRequired?: boolean
  /** The values of a choice where they are the same in every tracker. */
  readonly options?: readonly string[]
  /** The value in the form of a new thing. Default: nothing. */
  readonly start?: Value
}

/** One thing that is set up. */
export interface Thing {
  readonly id: number
  /** The key in the API and in addresses. */
  readonly key: string
  readonly values: Values
}

/** Parents of an object: the product of a component. Empty for top-level objects. */
export type Parent = string

export type KindName = keyof Texts['admin']['kinds']

export interface Kind {
  /** Name in URLs. */
  readonly name: KindName
  /** The group whose members may administer it. */
  readonly right: string
  /** The kind of thing that these are in. */
  readonly parent?: KindName
  /** Its name in the audit log. */
  readonly audited: string
  readonly fields: readonly FormField[]
  /** Names are not unique: the key is the ID. */
  readonly isById?: boolean
  /** The fields that a list shows beside the first. */
  readonly columns: readonly string[]
  /** All of them; of kinds of which there may be many those that hold a text. */
  readonly list: (operations: Client, parent: Parent, find: string) => Promise<readonly Thing[]>
  /** Adds texts that may be long to the things that a table shows, where `list` leaves them out. */
  readonly complete?: (operations: Client, things: readonly Thing[], parent: Parent) => Promise<readonly Thing[]>
  /** Reads properties that lists omit. Undefined: no entry has this name. Default: the entry in the list. */
  readonly get?: (operations: Client, key: string, parent: Parent) => Promise<Thing | undefined>
  /** The server has filtered the list already. */
  readonly isFoundByServer?: boolean
  /** The choices of the form, by field; `key` is empty for a new thing. */
  readonly choices?: (
    operations: Client,
    parent: Parent,
    key: string,
  ) => Promise<Readonly<Record<string, readonly Choice[]>>>
  readonly create?: (operations: Client, values: Values, parent: Parent) => Promise<unknown>
  readonly update?: (operations: Client, thing: Thing, changes: Values, parent: Parent) => Promise<unknown>
  readonly remove?: (operations: Client, thing: Thing, parent: Parent) => Promise<unknown>
  /** The bugs that have to do with it, as criteria of a list. */
  readonly bugs?: (key: string, parent: Parent) => Readonly<Record<string, string>>
}

/** The name of a thing for users. */
export function nameOf({ isById = false }: Kind, { key, values }: Thing): string {
  return isById ? String(values['name']) : key
}

export function changedValues(before: Values, after: Values): Values {
  return Object.fromEntries(
    Object.entries(after).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name])),
  )
}

/** Members added and removed. */
export function listChange(
  before: Value | undefined,
  after: Value | undefined,
): { readonly add: string[]; readonly remove: string[] } | undefined {
  if (!Array.isArray(after)) return undefined
  const names = after as readonly string[]
  const had = Array.isArray(before) ? (before as readonly string[]) : []
  return { add: names.filter((name) => !had.includes(name)), remove: had.filter((name) => !names.includes(name)) }
}
