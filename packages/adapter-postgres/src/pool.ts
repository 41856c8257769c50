/** The parts of a `Pool` of pg that identify it, so users of this package need no types of pg. */
export interface PostgresPool {
  readonly options: { readonly max: number }
  readonly totalCount: number
  connect(): Promise<unknown>
  on(event: 'error', listener: (error: Error) => void): unknown
  end(): Promise<void>
}
