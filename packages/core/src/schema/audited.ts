import { entity, type Entity } from '../store/index.js'

/** An entity whose changes are recorded in the audit log. */
export interface Audited {
  /** Class of the rows in the log: 'Keyword'. */
  readonly auditClass: string
}

/** Declares an entity, with its exact types, whose changes are logged under a class. */
export function audited<const E extends Entity>(auditClass: string, declared: E): E & Audited {
  return { ...entity(declared), auditClass }
}
