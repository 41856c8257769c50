import type { Round } from '../round.js'
import { differingClocks } from './clocks.js'
import { killCopy } from './copies.js'
import { failover } from './failover.js'
import { killFirstStart } from './first-start.js'
import { fullDisk } from './full-disk.js'
import { killServers } from './kills.js'
import { lockedFile } from './locked-file.js'
import { killMigrations } from './migrations.js'
import { killPostgres } from './postgres-down.js'

/** Every kind of round; which one is run follows from the seed. */
export const rounds: readonly Round[] = [
  killServers(1, 'SQLite'),
  killServers(1, 'PostgreSQL'),
  killServers(2, 'SQLite'),
  killServers(2, 'PostgreSQL'),
  killPostgres,
  fullDisk,
  lockedFile,
  differingClocks('SQLite'),
  differingClocks('PostgreSQL'),
  killFirstStart('SQLite'),
  killFirstStart('PostgreSQL'),
  killMigrations('SQLite'),
  killMigrations('PostgreSQL'),
  killCopy('SQLite', 'PostgreSQL'),
  killCopy('PostgreSQL', 'SQLite'),
  failover,
]
