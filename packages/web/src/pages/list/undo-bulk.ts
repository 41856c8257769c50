// Undoes a change of several bugs.
import { isTrackerError, type Refusal } from '@trackerkit/client'
import type { Client } from '../../page/operations.js'
import type { App } from '../../state/app.js'
import { say } from '../../state/notice.js'
import type { BulkWay } from './bulk-changes.js'

const mostNamed = 20

interface NotRestored {
  readonly id: Refusal['id']
  readonly name: string
  readonly message: string
}

/** Restores the bugs that can be restored, and names the others. */
export async function undoBulk(app: App, ways: readonly BulkWay[]): Promise<void> {
  const { operations, texts } = app
  const missing = await restoreAll(operations.bugs, ways, texts.error.title)
  say(app, missing[0] ? notRestored(texts.bulk, missing, missing[0]) : texts.bulk.takenBack)
  await app.reload()
}

/** Sends all updates, even if some are rejected. Returns the bugs that are not restored. */
export async function restoreAll(
  bugs: Pick<Client['bugs'], 'update'>,
  ways: readonly BulkWay[],
  otherwise: string,
): Promise<readonly NotRestored[]> {
  const missing: NotRestored[] = []
  for (const way of ways) {
    let { ids } = way
    try {
      if (ids.length > 1) {
        // An update changes all of its bugs or none: those that it would reject are left out.
        const { faults = [] } = await bugs.update({ ...way, dry_run: true })
        missing.push(...faults)
        ids = ids.filter((id) => !faults.some((fault) => fault.id === id))
      }
      if (ids.length > 0) await bugs.update({ ...way, ids })
    } catch (error) {
      const name = isTrackerError(error) ? error.code : ''
      const message = error instanceof Error ? error.message : otherwise
      missing.push(...ids.map((id) => ({ id, name, message })))
    }
  }
  return missing
}

function notRestored(labels: App['texts']['bulk'], missing: readonly NotRestored[], first: NotRestored): string {
  const named = missing.slice(0, mostNamed).map(({ id }) => String(id))
  const bugs = [...named, ...(missing.length > mostNamed ? ['…'] : [])].join(', ')
  const id = String(first.id)
  const why = first.name === 'conflict' ? labels.changedSince(id) : labels.refusal(id, first.message)
  return `${labels.notRestored(missing.length, bugs)} ${why}`
}
