/** A `Pool` of pg, as far as it is told from other things: whoever uses this package need not have the types of pg. */
export interface PostgresPool {
  readonly options: { readonly max: number }
  readonly totalCount: number
  connect(): Promise<unknown>
  on(event: 'error', listener: (error: Error) => void): unknown
  end(): Promise<void>
}
