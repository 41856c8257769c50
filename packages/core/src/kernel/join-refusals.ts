/** Why a transaction of the host's was not joined, as far as that is for stores and trackers to say. */
export const joinRefusals = {
  not_supported: 'this store takes part in no transaction but its own, or not by such a connection',
  no_transaction: 'no transaction is open on the connection; begin one first',
  transaction_over: 'the transaction ended, or failed, before the work did',
  isolation: "the tracker's rules hold only among transactions that are SERIALIZABLE",
  shared_connection:
    'the store uses this very connection for all that the tracker does; open the store by the name of the file',
  another_driver:
    'the connection is of another driver for SQLite than those of the store, and two of them must never use one file in one process; say the driver to the store',
  another_database: 'the connection leads to another file or database than the store',
} as const

export type JoinRefusal = keyof typeof joinRefusals
