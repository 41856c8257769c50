import { toJson } from '@trackerkit/rest'
import type { FormElement, Keyword } from '@trackerkit/core'
import { fold } from '@trackerkit/core/store'
import { databaseOf } from '../store/database.js'
import { openExisting } from '../store/existing.js'
import { addSharedOptions, CommandError, type CommandDefinition, type SharedOptions } from '../terminal/command.js'
import { put, say } from '../terminal/print.js'
import { readIssueForm } from '../transfer/issue-form.js'

interface Values extends SharedOptions {
  readonly product?: string
  readonly component?: string
  readonly name?: string
}

/** `trackerkit form import FILE.yml`: a form of the repository that a tracker takes the place of. */
export const formImport: CommandDefinition = {
  summary: 'Import a GitHub issue form',
  define: (command) => {
    command
      .description(
        'Imports a file from .github/ISSUE_TEMPLATE as a form for new bugs, with its name, description, title and ' +
          'body, and those labels that are active keywords here. Replaces the form with that name if it is for the same product. Other labels, assignees, projects, types and uploads are omitted.',
      )
      .argument('<FILE>', 'YAML file, at most 64 kB.')
      .option('--product <NAME>', 'Product of new bugs. Default: that of the replaced form, otherwise all.')
      .option('--component <NAME>', 'Default component of new bugs. Default: that of the replaced form.')
      .option('--name <NAME>', 'Name of the form. Default: that in the file.')
    addSharedOptions(command)
    command.action((file: string, options: Values) => importForm(file, options))
  },
}

async function importForm(file: string, { db, as, json, product, component, name }: Values): Promise<void> {
  const { leftOut, labels, body, ...texts } = await readIssueForm(file)
  const place = { ...(product !== undefined && { product }), ...(component !== undefined && { component }) }
  const read = { ...texts, ...(name !== undefined && { name }), body: body as readonly FormElement[], ...place }
  const tracker = await openExisting(databaseOf(db))
  try {
    const operations = tracker.asSystem(as)
    const { forms } = operations
    const known = (await forms.get({ names: [read.name], include_fields: ['id', 'product'] })).forms[0]
    if (known && product !== undefined && fold(known.product ?? '') !== fold(product))
      throw new CommandError(takenBy(read.name, known.product))
    const { keywords, others } = sorted(labels, (await operations.keywords.get()).keywords)
    const form = { ...read, keywords }
    const id = known ? known.id : (await forms.create(form)).id
    if (known) await forms.update({ ids: [id], ...form })
    const omitted = [...others.map((label) => `label '${label}'`), ...leftOut]
    if (json) return put(`${toJson({ id, left_out: omitted })}\n`)
    say(`form ${id} ${known ? 'replaced' : 'created'}: ${form.name}`)
    if (keywords.length > 0) say(`keywords: ${keywords.join(', ')}`)
    if (omitted.length > 0) say(`omitted: ${omitted.join(', ')}`)
  } finally {
    await tracker.close()
  }
}

/** Labels that are keywords for new bugs, by the names that these have here, and the others. */
function sorted(labels: readonly string[], all: readonly Keyword[]) {
  const active = new Map(all.flatMap(({ name, is_active }) => (is_active ? [[fold(name), name] as const] : [])))
  const keywords = new Set(labels.flatMap((label) => active.get(fold(label)) ?? []))
  return { keywords: [...keywords], others: labels.filter((label) => !active.has(fold(label))) }
}

function takenBy(name: string, product: string | null): string {
  const owner = product === null ? 'all products' : `the product ${product}`
  return `a form for ${owner} has the name '${name}'; choose another with --name`
}
