import { toJson } from '@trackerkit/rest'
import type { FormElement } from '@trackerkit/core'
import { databaseOf } from '../store/database.js'
import { openExisting } from '../store/store.js'
import { addSharedOptions, type CommandDefinition, type SharedOptions } from '../terminal/command.js'
import { put, say } from '../terminal/print.js'
import { readIssueForm } from '../transfer/issue-form.js'

interface Values extends SharedOptions {
  readonly product?: string
  readonly component?: string
}

/** `trackerkit form import FILE.yml`: a form of the repository that a tracker takes the place of. */
export const formImport: CommandDefinition = {
  summary: 'Import a GitHub issue form',
  define: (command) => {
    command
      .description(
        'Imports a file from .github/ISSUE_TEMPLATE as a form for new bugs, with its name, description, title and ' +
          'body. Replaces an existing form with that name. Labels, assignees, projects, types and uploads are omitted.',
      )
      .argument('<FILE>', 'YAML file, at most 64 kB.')
      .option('--product <NAME>', 'Product of new bugs. Default: all.')
      .option('--component <NAME>', 'Default component of new bugs.')
    addSharedOptions(command)
    command.action((file: string, options: Values) => importForm(file, options))
  },
}

async function importForm(file: string, { db, as, json, product, component }: Values): Promise<void> {
  const { leftOut, body, ...texts } = await readIssueForm(file)
  const form = {
    ...texts,
    body: body as readonly FormElement[],
    product: product ?? null,
    component: component ?? null,
  }
  const tracker = await openExisting(databaseOf(db))
  try {
    const { forms } = tracker.asSystem(as)
    const known = (await forms.get({ names: [form.name], include_fields: ['id'] })).forms[0]
    const id = known ? known.id : (await forms.create(form)).id
    if (known) await forms.update({ ids: [id], ...form })
    if (json) return put(`${toJson({ id, left_out: leftOut })}\n`)
    say(`form ${id} ${known ? 'replaced' : 'created'}: ${form.name}`)
    if (leftOut.length > 0) say(`omitted: ${leftOut.join(', ')}`)
  } finally {
    await tracker.close()
  }
}
