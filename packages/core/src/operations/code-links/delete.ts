import * as z from 'zod'
import { visibleBugs } from '../../access/visibility.js'
import { requireEditable } from '../../access/products.js'
import { id, list } from '../../call/define/inputs.js'
import { defineWrite } from '../../call/define/operation.js'
import { namedObject } from '../../call/define/outputs.js'
import { productOf } from '../../domain/bugs/fields/values.js'
import { noteLinks } from '../../domain/code-links/note.js'
import { noteRemoved } from '../../domain/code-links/removed.js'
import { visibleLinks, type CodeLink } from '../../domain/code-links/view.js'
import type { Call } from '../../call/context.js'
import { groupBy } from '../../kernel/collections.js'
import { TrackerError } from '../../kernel/errors.js'
import type { Reader } from '../../schema/index.js'

export const deleteCodeLinks = defineWrite({
  name: 'codeLinks.delete',
  summary: 'Delete links to commits and pull requests',
  description:
    'Deletes links, all of them or none. For users who can edit the bugs. A later event that names the ' +
    'bug links it again; repeated or older events do not.\n\n' +
    'Fails with `params_required` without ids; `object_does_not_exist` for links that the caller cannot ' +
    'see.',
  errors: ['params_required', 'object_does_not_exist', 'product_edit_denied'],
  examples: [{ title: 'Remove a link', code: 'await alice.codeLinks.delete({ ids: [7] })' }],
  access: 'required',
  input: z.strictObject({ ids: list(id).default([]).meta({ description: 'IDs of the links.' }) }),
  output: z.object({ code_links: z.array(namedObject).meta({ description: 'Deleted links.' }) }),
  async run(tx, input, call) {
    const links = await requireLinks(tx, call, input.ids)
    const ofBugs = groupBy(links, (link) => link.bug_id)
    const bugs = await tx.select({ from: 'bugs', where: { col: 'id', in: [...ofBugs.keys()] } })
    for (const bug of bugs) requireEditable(call, productOf(call.catalogue, bug))
    await tx.delete('code_links', { col: 'id', in: links.map((link) => link.id) })
    await noteRemoved(tx, links)
    for (const bug of bugs) {
      const isRemoved = ofBugs.get(bug.id)?.some((link) => !link.is_private) === true
      noteLinks(call, bug, { changed: [], isRemoved })
    }
    return { code_links: links.map((link) => ({ id: link.id })) }
  },
})

/** @throws params_required, object_does_not_exist */
async function requireLinks(tx: Reader, call: Call, ids: readonly number[]): Promise<CodeLink[]> {
  if (ids.length === 0) throw new TrackerError('params_required', { fields: ['ids'] })
  const wanted = [...new Set(ids)]
  const shown = { some: 'bug', where: visibleBugs(call) } as const
  const where = { and: [{ col: 'id', in: wanted } as const, visibleLinks(call), shown] }
  const rows = await tx.select({ from: 'code_links', where })
  const missing = wanted.find((value) => !rows.some((row) => row.id === value))
  if (missing !== undefined)
    throw new TrackerError('object_does_not_exist', { kind: 'link', field: 'ids', value: missing })
  return rows
}
