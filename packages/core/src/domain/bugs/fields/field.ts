// The declaration of a field of bugs. Every list of fields is derived from the table in index.ts.
import type * as z from 'zod'
import type { Catalogue } from '../../../setup/catalogue.js'
import type { StandardField } from '../../../setup/standard-fields.js'
import type { ParameterName } from '../../../setup/parameters.js'
import type { ColumnOf, RelationOf } from '../../../schema/index.js'
import type { BugRow } from '../../../access/find-bugs.js'
import type { FieldRights } from '../../../access/permissions.js'
import type { PartName } from './bug-parts.js'
import type { SetName } from './related-rows.js'
import type { ReadField } from './view-context.js'

/** Resolves IDs to names. */
export interface Names {
  readonly catalogue: Catalogue
  readonly login: (userId: number) => string
}

/** Parts of a product in the catalogue. */
export type NamedIn = 'products' | 'components' | 'versions' | 'milestones'

/** The columns for searching and ordering by the field. */
export type FieldSearch =
  | { readonly kind: 'text'; readonly column: ColumnOf<'bugs', 'text'>; readonly folded: ColumnOf<'bugs', 'text'> }
  | { readonly kind: 'int'; readonly column: ColumnOf<'bugs', 'int'> }
  | { readonly kind: 'hours'; readonly column: ColumnOf<'bugs', 'real'> }
  | { readonly kind: 'bool'; readonly column: ColumnOf<'bugs', 'bool'> }
  | { readonly kind: 'time'; readonly column: ColumnOf<'bugs', 'time'> }
  | { readonly kind: 'day'; readonly column: ColumnOf<'bugs', 'text'> }
  | { readonly kind: 'field value'; readonly column: ColumnOf<'bugs', 'int'>; readonly relation: RelationOf<'bugs'> }
  | { readonly kind: 'person'; readonly column: ColumnOf<'bugs', 'int'>; readonly relation: RelationOf<'bugs'> }

/** The kind of a field. Everything that is the same for all fields of a kind follows from it. */
export type FieldKind =
  | 'text'
  | 'field value'
  | 'place'
  | 'person'
  | 'people'
  | 'names'
  | 'keywords'
  | 'groups'
  | 'bugs'
  | 'urls'
  | 'day'
  | 'time'
  | 'hours'
  | 'switch'
  | 'number'
  | 'other'

/** Where a form has the field. */
export const fieldGroups = ['status', 'people', 'place', 'planning', 'links', 'details', 'time', 'visibility'] as const
export type FieldGroup = (typeof fieldGroups)[number]

/** Preferences about email that apply to a change of the field. */
export type FieldEvent = 'resolution' | 'management' | 'component' | 'keywords' | 'cc' | 'dependency'

/** The names of a field in charts, metadata, searches and email. */
export interface FieldNames {
  /** The name of charts, metadata and older clients. Default: the name that answers have. */
  readonly internal?: string
  /** The row in field metadata. Without one, the field cannot be searched under its own name. */
  readonly standard?: StandardField
  /** The legal values of a fresh installation, in order. */
  readonly values?: readonly string[]
  /** Other names in a quicksearch. */
  readonly quicksearch?: readonly string[]
  /** A quicksearch does not find it by the beginning of its internal name. */
  readonly isWholeOnly?: true
  /** A header of mail about the bug, with the value. */
  readonly mailHeader?: string
  /** Default: 'other'. */
  readonly mailEvent?: FieldEvent
}

/** Permissions to see and set a field. */
export interface FieldAccess extends FieldRights {
  /** Answers, searches, orders and history have it for time trackers only. */
  readonly seenBy?: 'time tracker'
}

/** Makes columns of a field's input; `never`, because each field has its own input type. */
type SetColumns = (given: never, catalogue: Catalogue, field: string, internal: string) => Partial<BugRow>

/** The columns of a field whose value is in the row of the bug. */
export interface FieldColumns {
  /** The columns of a bug before any input is applied. */
  readonly blank?: Partial<BugRow>
  /** The columns that an input sets. @throws TrackerError for an invalid value */
  readonly columns?: SetColumns
  /** The same for a new bug, where it differs. */
  readonly initial?: SetColumns
  /** The value of a new bug that is given none. */
  readonly defaultParameter?: ParameterName
  /** Columns that follow from the row. */
  readonly derived?: (row: BugRow) => Partial<BugRow>
}

/** The history of a field. */
export interface FieldHistory {
  /** The column of the value: history and derived data do not change while it is the same. */
  readonly column?: keyof BugRow
  /** The value in history: its name at that time. */
  readonly text?: (row: BugRow, names: Names) => string
  /** Returns whether two values of the column have the same text. Default: never. */
  readonly isSameText?: (before: BugRow, after: BugRow, catalogue: Catalogue) => boolean
  /** The same for values whose text never changes, unlike names of field values, products and people. */
  readonly ownText?: (row: BugRow) => string
  /** For a field with several values: the members. History lists those removed and added. */
  readonly part?: PartName
  readonly items?: (part: never) => Iterable<number | string>
  readonly itemText?: (item: number | string, names: Names) => string
}

export interface BugField extends FieldNames, FieldAccess, FieldColumns, FieldHistory {
  /** The meaning of the value with its unit and limits, for all users of the field. */
  readonly description: string
  readonly kind: FieldKind
  /** Default: 'details'. */
  readonly group?: FieldGroup
  /** False where it makes no sense to change many bugs at once. */
  readonly bulk?: false
  /** The same of inputs, where they take something else. */
  readonly inputDescription?: string
  /** The same of searches, where they ask for something else. Fields of no kind take part in searches by it. */
  readonly criterion?: string
  readonly output: z.ZodType
  /** The value that answers show; undefined leaves it out. */
  readonly view: ReadField
  /** The columns of the bug that `view` reads: searches load no others. */
  readonly reads: readonly (keyof BugRow)[]
  /** The sets to load for it. */
  readonly sets?: readonly SetName[]
  /** Included with another field, unless it is named itself. */
  readonly detailOf?: string
  /** Default: 'always'. */
  readonly shown?: 'when asked for' | 'with a token' | 'when named'
  /** Schemas of the value in Create Bug and Update Bug. */
  readonly create?: z.ZodType
  readonly update?: z.ZodType
  /** How it is searched and ordered, where that follows from its column. */
  readonly search?: FieldSearch
  /** The operator of a plain search parameter of its name. Default: anyexact. */
  readonly plain?: 'substring'
  /** Values of a search may contain commas. */
  readonly keepsCommas?: true
  /** Where the names of places are found. */
  readonly namedIn?: NamedIn
  /**
   * The schema of the value in a record. Without one, the field is not exported or imported because it follows from
   * other fields.
   */
  readonly record?: z.ZodType
  /** The parameter that turns the field on. Default: it is always on. */
  readonly usedWith?: ParameterName
}
