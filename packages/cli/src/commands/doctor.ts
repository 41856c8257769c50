import { checkStore, repairStore, type Problem } from '@trackerkit/core/doctor'
import { examineCredentials } from '@trackerkit/core/moving'
import { counted } from '../terminal/counted.js'
import { addDatabaseOption, CommandError, type CommandDefinition } from '../terminal/command.js'
import { databaseOf, withoutPassword } from '../store/database.js'
import { recoveryAdvice, withExisting } from '../store/store.js'
import { say } from '../terminal/print.js'

/** Problems printed per check; the others are counted. */
const mostPrinted = 20

/**
 * `trackerkit doctor`: reports inconsistencies without changing anything. With `--repair` it repairs what it
 * can and checks again. The tracker may be served at the same time.
 */
export const doctor: CommandDefinition = {
  summary: 'Check a tracker for inconsistencies',
  define: (command) => {
    command.description(
      'Reports inconsistencies without changing anything; safe while the tracker runs. Exits with 1 if it finds ' +
        'any.',
    )
    addDatabaseOption(command)
      .option('--repair', 'Repair derived data: counts, lowercase copies and indexes.')
      .action(runDoctor)
  },
}

async function runDoctor(values: { readonly db?: string; readonly repair?: boolean }): Promise<void> {
  const database = databaseOf(values.db)
  const printed = createPrinter()
  let found = await examine(database, printed.tell)
  printed.end()
  if (values.repair && found.repairable > 0) {
    const repaired = await withExisting(database, {}, (store) => repairStore(store, () => undefined))
    say(`${counted(repaired, 'problem')} repaired`)
    found = await examine(database, () => undefined)
  }
  if (found.problems > 0) throw new CommandError(advice(found, database))
  const { legacyPasswords } = await withExisting(database, { readonly: true }, examineCredentials)
  if (legacyPasswords > 0)
    say(`${counted(legacyPasswords, 'account')} with a Bugzilla password hash, which the next login replaces`)
  say(`${withoutPassword(database)}: no problems found`)
}

interface Found {
  readonly problems: number
  readonly repairable: number
  /** True if the database itself is damaged. */
  readonly isDamaged: boolean
}

async function examine(database: string, tell: (problem: Problem) => void): Promise<Found> {
  let repairable = 0
  let isDamaged = false
  const count = (problem: Problem) => {
    if (problem.isRepairable) repairable++
    else if (problem.isDamage) isDamaged = true
    tell(problem)
  }
  const problems = await withExisting(database, { readonly: true }, (store) => checkStore(store, count))
  return { problems, repairable, isDamaged }
}

function createPrinter() {
  const counts = new Map<string, number>()
  return {
    tell: ({ check, place, text }: Problem): void => {
      const count = (counts.get(check) ?? 0) + 1
      counts.set(check, count)
      if (count <= mostPrinted) say(`${check}: ${place}: ${text}`)
    },
    end: (): void => {
      for (const [check, count] of counts) if (count > mostPrinted) say(`${check}: ${count - mostPrinted} more`)
    },
  }
}

function advice({ problems, repairable, isDamaged }: Found, database: string): string {
  if (isDamaged) return `${withoutPassword(database)} is damaged: ${recoveryAdvice(database)}`
  const repair = `'trackerkit doctor --repair --db ${withoutPassword(database)}'`
  const lasting = problems - repairable
  return [
    `${counted(problems, 'problem')} found`,
    ...(repairable > 0 ? [`${repair} can repair ${repairable === problems ? 'all' : repairable} of them`] : []),
    ...(lasting > 0 ? [`${lasting} cannot be repaired: compare with a backup`] : []),
  ].join('; ')
}
