import { parseMarkdown, textToHtml, toHtml } from '@trackerkit/markdown'
import * as z from 'zod'
import { requireBug } from '../../access/find-bugs.js'
import { bugRef } from '../../call/define/inputs.js'
import { defineRead } from '../../call/define/operation.js'
import { addressOf } from '../../domain/comments/addresses.js'
import { commentText } from '../../domain/comments/text.js'

/** Characters of a text that is formatted; larger ones would keep other requests waiting. */
const mostFormatted = 20_000

export const renderComment = defineRead({
  name: 'comments.render',
  summary: 'Render Markdown as HTML',
  description:
    'Returns a Markdown text as HTML, as email shows it: without raw HTML, images, styles or scripts. Images become ' +
    'links.\n\n' +
    'Text that is nested too deeply, has too many parts, or has more than 20,000 characters is returned unformatted, ' +
    'in `<pre>`. References such as `bug 12` are links if the parameter `urlbase` is set; whether such a bug exists ' +
    'makes no difference.',
  errors: ['bug_id_does_not_exist', 'improper_bug_id_field_value', 'comment_too_long'],
  examples: [
    { title: 'A text with emphasis', code: "const { html } = await alice.comments.render({ text: 'It **glows**' })" },
  ],
  access: 'optional',
  input: z.strictObject({
    text: commentText.meta({ description: 'Text, at most 65,535 characters.' }),
    id: bugRef
      .optional()
      .meta({ description: 'ID or alias of the bug for which the text is written, so that `comment 3` is a link.' }),
  }),
  output: z.object({ html: z.string().meta({ description: 'The text as HTML.' }) }),
  async run(tx, { text, id }, call) {
    const bug = id === undefined ? undefined : await requireBug(tx, call, id, 'id')
    const root = text.length <= mostFormatted ? parseMarkdown(text) : null
    const href = (target: Parameters<typeof addressOf>[2]) => addressOf(call.catalogue, bug?.id, target)
    return { html: root ? toHtml(root, { href }) : textToHtml(text) }
  },
})
