// Entries of core share errors, transactions and schemas: each must know those of the others.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { run } from './pack.mjs'

/** Prints what does not hold. */
const program = `
  import { createTracker, isTrackerError } from '@trackerkit/core'
  import { isTrackerError as isOfErrors, TrackerError } from '@trackerkit/core/errors'
  import { inspectStore } from '@trackerkit/core/moving'
  import { operations } from '@trackerkit/core/operations'
  import { memoryStore } from '@trackerkit/adapter-memory'
  const store = memoryStore()
  const tracker = await createTracker({ store })
  const errorWithin = (work) => tracker.transaction(work).then(() => undefined, (error) => error)
  const called = await errorWithin(() => tracker.asSystem().server.version())
  const inspected = await errorWithin(() => inspectStore(store))
  const { error } = operations.bugs.get.input.safeParse({ ids: 1 })
  const expected = {
    'a call of the tracker within its transaction gets use_transaction': isTrackerError(called, 'use_transaction'),
    'its error is one of @trackerkit/core/errors': called instanceof TrackerError && isOfErrors(called),
    '@trackerkit/core/moving may not use the store within its transaction': inspected?.code === 'reentrant',
    'messages of zod are English': error?.message.includes('expected array, received number'),
  }
  for (const [what, holds] of Object.entries(expected)) if (!holds) console.log('not so: ' + what)
  process.exit()
`

export function checkShared({ project }) {
  writeFileSync(join(project, 'shared.js'), program)
  const { text } = run(process.execPath, ['shared.js'], project, { mayFail: true })
  return [
    ...text.split('\n').filter(Boolean),
    ...checkZod(join(project, 'node_modules', '@trackerkit', 'core', 'dist')),
  ]
}

/** Zod is in one file that all entries share, with English only: one `import { z }` would take all its languages. */
function checkZod(dist) {
  const files = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.js'))
  const codes = files.map((file) => readFileSync(join(dist, file), 'utf8'))
  const count = codes.filter((code) => code.includes('__zod_globalRegistry')).length
  const languages = new Set(codes.flatMap((code) => code.match(/zod\/v4\/locales\/[\w-]+\.js/g) ?? []))
  return [
    ...(count === 1 ? [] : [`zod is in ${count} files of @trackerkit/core`]),
    ...(languages.size === 1 ? [] : [`@trackerkit/core has ${languages.size} languages of zod`]),
  ]
}
