/** Reasons of `join_refused`, as far as stores and trackers can know them. */
export const joinRefusals = {
  not_supported: 'the store does not support it for this connection',
  no_transaction: 'no transaction is open on the connection; begin one first',
  transaction_over: 'the transaction has ended or failed',
  nested: 'the join of another tracker in it has not ended; call `join` after it',
  isolation: 'isolation must be SERIALIZABLE',
  shared_connection: 'the store uses this connection; open the store by file name',
  another_driver: 'the connection uses another SQLite driver, which can corrupt the file; set `driver` of the store',
  another_database: 'the connection belongs to another database',
} as const

export type JoinRefusal = keyof typeof joinRefusals
