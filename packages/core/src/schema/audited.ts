import { entity, type Entity } from '../store/index.js'

/** An entity whose changes are told in the audit log. */
export interface Audited {
  /** What the log calls one of its rows: 'Keyword'. */
  readonly auditClass: string
}

/** Declares an entity with its exact types, whose changes are told in the audit log as those of a class. */
export function audited<const E extends Entity>(auditClass: string, declared: E): E & Audited {
  return { ...entity(declared), auditClass }
}
