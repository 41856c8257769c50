// Attachments whose content is the URL of a pull request.
import * as z from 'zod'
import { defineRead, defineWrite } from '../../call/define/operation.js'
import { loadContents } from '../attachments/stored-content.js'

export const pullRequestType = 'text/x-github-pull-request'

/** No public operation: whether a bug has an attachment with the URL as its content. */
export const findUrlAttachment = defineRead({
  name: 'codeLinks.findAttachment',
  summary: 'Find an attachment by its URL',
  description: 'Finds out whether a bug has an attachment with a URL as its content.',
  access: 'required',
  input: z.object({ bug: z.int(), url: z.string() }),
  output: z.object({ isThere: z.boolean() }),
  async run(tx, { bug, url }) {
    const where = {
      and: [{ col: 'bug_id', eq: bug } as const, { col: 'content_type', eq: pullRequestType } as const],
    }
    const rows = await tx.select({ from: 'attachments', where, columns: ['id', 'size'] })
    const expected = new TextEncoder().encode(url)
    const alike = rows.filter(({ size }) => size === expected.length)
    const contents = await loadContents(tx, alike)
    return { isThere: [...contents.values()].some((content) => new TextDecoder().decode(content) === url) }
  },
})

/** No public operation: notes the attachment that shows the same as a link. */
export const noteAttachment = defineWrite({
  name: 'codeLinks.noteAttachment',
  summary: 'Record the attachment of a link',
  description: 'Records the attachment with the same URL as a link.',
  access: 'required',
  input: z.object({ link: z.int(), attachment: z.int() }),
  output: z.object({}),
  async run(tx, { link, attachment }) {
    await tx.update('code_links', { col: 'id', eq: link }, { attachment_id: attachment })
    return {}
  },
})

/** No public operation: the number of the last comment of a bug. */
export const findLastComment = defineRead({
  name: 'codeLinks.lastComment',
  summary: 'Find the last comment of a bug',
  description: 'Finds the number of the last comment of a bug.',
  access: 'required',
  input: z.object({ bug: z.int() }),
  output: z.object({ id: z.int() }),
  async run(tx, { bug }) {
    const order = [{ col: 'count', desc: true } as const]
    const [last] = await tx.select({ from: 'comments', where: { col: 'bug_id', eq: bug }, order, limit: 1 })
    return { id: last?.id ?? 0 }
  },
})
