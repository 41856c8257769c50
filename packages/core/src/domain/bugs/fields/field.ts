// What the tracker knows of one field of bugs. Every list of fields is made from the table in index.ts.
import type { z } from 'zod'
import type { Catalogue } from '../../../setup/catalogue.js'
import type { StandardField } from '../../../setup/standard-fields.js'
import type { ParameterName } from '../../../setup/parameters.js'
import type { ColumnOf, RelationOf } from '../../../schema/index.js'
import type { BugRow } from '../../../access/find-bugs.js'
import type { FieldRights } from '../../../access/permissions.js'
import type { PartName } from './bug-parts.js'
import type { ReadField, SetName } from './view-context.js'

/** What ids are called. */
export interface Names {
  readonly catalogue: Catalogue
  readonly login: (userId: number) => string
}

/** What the catalogue has of a product. */
export type NamedIn = 'products' | 'components' | 'versions' | 'milestones'

/** What a search and an order by the field ask of the row of a bug. */
export type FieldSearch =
  | { readonly kind: 'text'; readonly column: ColumnOf<'bugs', 'text'>; readonly folded: ColumnOf<'bugs', 'text'> }
  | { readonly kind: 'int'; readonly column: ColumnOf<'bugs', 'int'> }
  | { readonly kind: 'hours'; readonly column: ColumnOf<'bugs', 'real'> }
  | { readonly kind: 'bool'; readonly column: ColumnOf<'bugs', 'bool'> }
  | { readonly kind: 'time'; readonly column: ColumnOf<'bugs', 'time'> }
  | { readonly kind: 'day'; readonly column: ColumnOf<'bugs', 'text'> }
  | { readonly kind: 'field value'; readonly column: ColumnOf<'bugs', 'int'>; readonly relation: RelationOf<'bugs'> }
  | { readonly kind: 'person'; readonly column: ColumnOf<'bugs', 'int'>; readonly relation: RelationOf<'bugs'> }

/** Which values a field has; whatever is the same for all fields of a kind follows from it. */
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
  | 'other'

/** Where a form has the field. */
export const fieldGroups = ['status', 'people', 'place', 'planning', 'links', 'details', 'time', 'visibility'] as const
export type FieldGroup = (typeof fieldGroups)[number]

/** Which preferences about mail a change of a field goes by. */
export type FieldEvent = 'resolution' | 'management' | 'component' | 'keywords' | 'cc' | 'dependency'

/** What charts, metadata, searches and mail say of a field. */
export interface FieldNames {
  /** The name of charts, metadata and older clients. Default: the name that answers have. */
  readonly internal?: string
  /** The row that metadata have of it. Without one it cannot be searched under a name of its own. */
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

/** Who sees and sets a field. */
export interface FieldAccess extends FieldRights {
  /** Answers, searches, orders and history have it for time trackers only. */
  readonly seenBy?: 'time tracker'
}

/** Makes columns of what an input gives the field; `never`, because each field says itself which values it takes. */
type SetColumns = (given: never, catalogue: Catalogue, field: string, internal: string) => Partial<BugRow>

/** What a field whose value is in the row of the bug does there. */
export interface FieldColumns {
  /** What a bug has before anything is said of it. */
  readonly blank?: Partial<BugRow>
  /** The columns that an input sets. @throws TrackerError what is wrong with the value */
  readonly columns?: SetColumns
  /** The same for a new bug, where it differs. */
  readonly initial?: SetColumns
  /** The value of a new bug that is given none. */
  readonly defaultParameter?: ParameterName
  /** Columns that follow from the row. */
  readonly derived?: (row: BugRow) => Partial<BugRow>
}

/** What history tells of a field. */
export interface FieldHistory {
  /** The column that holds the value: history, and what is derived, are the same while it is. */
  readonly column?: keyof BugRow
  /** The value as history tells it: the name that it has at the time. */
  readonly text?: (row: BugRow, names: Names) => string
  /** Whether two values of the column have the same text. Default: they never have. */
  readonly isSameText?: (before: BugRow, after: BugRow, catalogue: Catalogue) => boolean
  /** The same of a value whose text never changes by itself, as names of values, products and people do. */
  readonly ownText?: (row: BugRow) => string
  /** Of a field with several values: the members, of which history tells those that went and came. */
  readonly part?: PartName
  readonly items?: (part: never) => Iterable<number | string>
  readonly itemText?: (item: number | string, names: Names) => string
}

export interface BugField extends FieldNames, FieldAccess, FieldColumns, FieldHistory {
  /** What the value is, with its unit and limits, for everybody who uses the field. */
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
  /** What must be loaded for it. */
  readonly sets?: readonly SetName[]
  /** It comes and goes with another field, unless it is named itself. */
  readonly detailOf?: string
  /** Default: 'always'. */
  readonly shown?: 'when asked for' | 'with a token'
  /** What Create Bug and Update Bug take. */
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
  /** What a record of it takes. Without one it does not move from one tracker to another: it follows from other fields. */
  readonly record?: z.ZodType
  /** The parameter that says whether the field is in use. Default: it always is. */
  readonly usedWith?: ParameterName
}
