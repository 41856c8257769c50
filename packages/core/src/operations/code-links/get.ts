import * as z from 'zod'
import { requireBug } from '../../access/find-bugs.js'
import { bugRef } from '../../call/define/inputs.js'
import { defineRead } from '../../call/define/operation.js'
import { codeLinkView, linksOfBug } from '../../domain/code-links/view.js'

export const getCodeLinks = defineRead({
  name: 'codeLinks.get',
  summary: 'Get the commits and pull requests of a bug',
  description:
    'Returns the links of a bug to commits and pull requests, oldest first. Links to private ' +
    'repositories are visible only to insiders.',
  errors: ['bug_id_does_not_exist', 'improper_bug_id_field_value'],
  examples: [{ title: 'Links of a bug', code: 'const { code_links } = await alice.codeLinks.get({ id: 12 })' }],
  access: 'optional',
  input: z.strictObject({ id: bugRef.meta({ description: 'ID or alias of the bug.' }) }),
  output: z.object({ code_links: z.array(codeLinkView).meta({ description: 'Links, oldest first.' }) }),
  async run(tx, input, call) {
    const bug = await requireBug(tx, call, input.id, 'id')
    return { code_links: await linksOfBug(tx, call, bug.id) }
  },
})
