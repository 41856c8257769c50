import { defineSchema } from '../store/index.js'
import type * as store from '../store/index.js'
import type { Audited } from './audited.js'
import { bugs } from './bugs.js'
import { code } from './code.js'
import { discussion } from './discussion.js'
import { feed } from './feed.js'
import { fields } from './fields.js'
import { imports } from './imports.js'
import { inbound } from './inbound.js'
import { installation } from './installation.js'
import { people } from './people.js'
import { products } from './products.js'
import { webhooks } from './webhooks.js'

/** Everything a tracker stores. One file for each cluster of entities. */
export const schema = defineSchema({
  ...installation,
  ...feed,
  ...people,
  ...fields,
  ...products,
  ...bugs,
  ...discussion,
  ...webhooks,
  ...code,
  ...inbound,
  ...imports,
})

/** The type of `schema`. */
export type TrackerSchema = typeof schema
/** A name of an entity of a tracker. */
export type EntityName = store.EntityName<TrackerSchema>
/** A whole row of an entity of a tracker. */
export type Row<E extends EntityName> = store.Row<TrackerSchema, E>
/** A row to insert into an entity of a tracker. */
export type NewRow<E extends EntityName> = store.NewRow<TrackerSchema, E>
/** A predicate over rows of an entity of a tracker. */
export type Where<E extends EntityName> = store.Where<TrackerSchema, E>
/** One part of an order of rows of an entity of a tracker. */
export type Order<E extends EntityName> = store.Order<TrackerSchema, E>
/** One thing that rows of an entity of a tracker are counted by. */
export type CountByPart<E extends EntityName> = store.CountByPart<TrackerSchema, E>
/** Reads rows of a tracker. */
export type Reader = store.Reader<TrackerSchema>
/** Reads and writes rows of a tracker, in a unit of work. */
export type Writer = store.Writer<TrackerSchema>

/** The columns of an entity that hold values of a type. */
export type ColumnOf<E extends EntityName, T extends store.ColumnType> = {
  [C in keyof TrackerSchema[E]['columns'] & string]: TrackerSchema[E]['columns'][C] extends store.Column<T> ? C : never
}[keyof TrackerSchema[E]['columns'] & string]

/** Entities declared by `audited`, whose changes are logged. */
export type AuditedEntity = {
  [E in EntityName]: TrackerSchema[E] extends Audited ? E : never
}[EntityName]

/** A name of a relation of an entity of a tracker. */
export type RelationOf<E extends EntityName> = store.RelationName<TrackerSchema[E]>
