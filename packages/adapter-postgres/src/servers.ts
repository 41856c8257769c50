import pg from 'pg'

/** Where connections come from: one server, or whichever of several takes writes. */
export interface Servers {
  /** How many connections there are at most. */
  readonly max: number
  connect(): Promise<pg.PoolClient>
  /** Hears of each error of a connection. */
  notice(error: unknown): void
  /**
   * Creates an unconnected client with the settings of the pool, outside of its count. Undefined if the settings of the
   * pool are unknown.
   */
  readonly openClient: (() => pg.Client) | undefined
  /** Ends the store's own connections, all of which have been returned. */
  end(): Promise<void>
}

/** Timeouts to connect and to stay idle, in milliseconds. */
const [connectPatience, idlePatience] = [5_000, 300_000]

/**
 * A machine that is gone, or a network, does not say so. After this time without a word the server is asked whether it is still
 * there; and a statement whose answer does not come is given up. Longer than a write may be idle, in milliseconds.
 */
const [silencePatience, answerPatience] = [10_000, 60_000]

/** Settings of all connections that this package opens. */
export const settings = {
  pipeline: true,
  keepAlive: true,
  keepAliveInitialDelayMillis: silencePatience,
  query_timeout: answerPatience,
  connectionTimeoutMillis: connectPatience,
  idleTimeoutMillis: idlePatience,
  fallback_application_name: 'trackerkit',
} as const

/** Makes a pool that reports the errors of idle connections to `onError`. */
export function createPool(config: pg.PoolConfig, onError: () => void): pg.Pool {
  const pool = new pg.Pool({ ...settings, ...config })
  pool.on('error', onError)
  // The pool does not listen to a connection that is open and not yet lent: without this, its error would end the process.
  pool.on('connect', (client) => client.on('error', ignore))
  return pool
}

/** The one server that a URL names. */
export function oneServer(url: string, max: number): Servers {
  // Connections that end while idle leave the pool without help.
  const pool = createPool({ connectionString: url, max }, ignore)
  return { ...givenPool(pool), end: () => pool.end() }
}

/** Wraps a pool of the host, which ends it and handles its errors. */
export function givenPool(pool: pg.Pool): Servers {
  // A pool of another library may not have these properties.
  const { Client, options } = pool as { readonly Client?: typeof pg.Client; readonly options: pg.PoolOptions }
  return {
    max: pool.options.max,
    connect: () => pool.connect(),
    notice: ignore,
    openClient: Client && (() => new Client(options)),
    end: async () => undefined,
  }
}

function ignore(): void {}
