/** An operation, for code that only passes it on. */
export interface OperationHandle {
  /** `resource.verb`. */
  readonly name: string
  readonly kind: 'read' | 'write'
}

/**
 * A condition of a write, checked in the same transaction right before it, which excludes changes in between. A read
 * operation runs as the same caller, and `check` throws if its result does not meet the condition.
 */
export interface Precondition {
  readonly operation: OperationHandle
  readonly input: unknown
  readonly check: (answer: unknown) => void
}
