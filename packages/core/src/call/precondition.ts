/** An operation, as who only hands it on knows it. */
export interface OperationHandle {
  /** `resource.verb`. */
  readonly name: string
  readonly kind: 'read' | 'write'
}

/**
 * What must hold for a write to be done, looked at in the same transaction right before it, so that nothing comes between. A
 * reading operation is asked in the name of who writes, and `check` throws when its answer is not the one it should be.
 */
export interface Precondition {
  readonly operation: OperationHandle
  readonly input: unknown
  readonly check: (answer: unknown) => void
}
