// Reads everything except bugs: fields, groups, users, products. Each run reads it again.
import type { TrackerRecord } from '@trackerkit/core/moving'
import type { Asker } from './ask.js'
import type { SourceFacts } from './connect.js'
import type { Known } from './known.js'
import type { AddNote } from '../passes/notes.js'
import { workParameters } from '../passes/own-tracker.js'
import type { BugzillaOptions } from './options.js'
import type { People } from './people.js'
import type { Meter } from '../report/progress.js'
import { readFields } from './read-fields.js'
import { readGroups } from './read-groups.js'
import { readProducts } from './read-products.js'
import type { RecordOf } from '../passes/record-of.js'

/** Dependencies of reading the configuration. */
export interface ConfigurationSource {
  readonly asker: Asker
  readonly facts: SourceFacts
  readonly known: Known
  readonly people: People
  readonly meter: Meter
  readonly fallbackOwner: string
  readonly options: Pick<BugzillaOptions, 'onlyProducts' | 'peopleFromBugs'>
}

/** All records but bugs, in batches, ordered so that each refers only to earlier ones. */
export async function* readConfiguration(
  source: ConfigurationSource,
  addNote: AddNote,
): AsyncGenerator<TrackerRecord[]> {
  const { asker, known, people, meter, fallbackOwner, options, facts } = source
  meter.begin('configuration')
  yield* some(await readGroups(asker, facts.account, known, addNote))
  // Fields may be controlled by products: those that are come again, at the end.
  const fields = await readFields(asker, known, addNote)
  const isLater = (record: TrackerRecord) =>
    (record.kind === 'field' && record.visibility_field !== undefined) ||
    (record.kind === 'value' && record.visibility_value !== undefined)
  yield* some(fields.filter((record) => !isLater(record)))
  meter.begin('people')
  if (facts.account?.editsUsers)
    for await (const records of people.list()) {
      yield records
      meter.add(records.length)
    }
  meter.begin('products')
  const { onlyProducts = [] } = options
  const products = await readProducts({ asker, known, whole: people.whole, fallbackOwner, onlyProducts }, addNote)
  const owners = products.flatMap((record) => (record.kind === 'product' ? ownersOf(record) : []))
  yield* some([...(await people.missingOf(owners)), ...products])
  yield* some(fields.filter(isLater))
}

function ownersOf({ components = [] }: RecordOf<'product'>): string[] {
  return components.flatMap((one) => [one.default_assigned_to, one.default_qa_contact ?? ''])
}

const atOnce = 100

function* some(records: readonly TrackerRecord[]): Generator<TrackerRecord[]> {
  for (let from = 0; from < records.length; from += atOnce) yield records.slice(from, from + atOnce)
}

/** The parameters that come, of those that the account may read. */
export function visibleParameters({ parameters }: SourceFacts, addNote: AddNote): Record<string, string> {
  if (parameters['insidergroup'] === undefined)
    addNote({
      kind: 'source',
      id: 'parameters',
      problem:
        'are not all visible: set insidergroup and timetrackinggroup here, otherwise only administrators see private ' +
        'content',
    })
  return Object.fromEntries(
    workParameters.flatMap((name) => (parameters[name] === undefined ? [] : [[name, parameters[name]]])),
  )
}
