// Links as answers have them.
import * as z from 'zod'
import { linkKinds, linkStates, type LinkKind, type LinkState } from '../../code/code-event.js'
import type { Viewer } from '../../call/context.js'
import type { Reader, Row, Where } from '../../schema/index.js'

export type CodeLink = Row<'code_links'>

export const codeLinkView = z
  .object({
    id: z.int().meta({ description: 'ID of the link.' }),
    kind: z.enum(linkKinds).meta({ description: '`commit` or `pull_request`, which includes merge requests.' }),
    repository: z.string().meta({ description: 'Host and path, such as `github.com/owner/name`.' }),
    ref: z.string().meta({ description: 'Hash of the commit, or number of the pull request.' }),
    url: z.string().meta({ description: 'URL of its page at the host.' }),
    title: z.string().meta({ description: 'Title, or first line of the commit message; at most 255 characters.' }),
    state: z.enum(linkStates).meta({ description: 'State at the host; `pushed` for commits.' }),
    author: z.string().meta({ description: 'Name of the author at the host; empty if unknown.' }),
    branch: z.string().meta({ description: 'Branch of the commit or pull request; empty if unknown.' }),
    is_private: z.boolean().meta({ description: 'Whether it is visible only to insiders.' }),
    has_closed: z.boolean().meta({ description: 'Whether it closed the bug.' }),
    attachment_id: z.int().nullable().meta({
      ref: 'attachment',
      description: 'ID of the attachment with this URL as its content; null if there is none.',
    }),
    time: z.date().meta({ description: 'Time of the last change at the host.' }),
  })
  .meta({ id: 'CodeLink', description: 'A link from a bug to a commit or a pull request.' })

export type CodeLinkView = z.output<typeof codeLinkView>

/** The links a caller may see, of bugs the caller may see: private ones are for insiders. */
export function visibleLinks({ who }: Viewer): Where<'code_links'> {
  return who.isInsider ? { and: [] } : { col: 'is_private', eq: false }
}

/** The visible links of a bug, oldest first. */
export async function linksOfBug(tx: Reader, viewer: Viewer, bugId: number): Promise<CodeLinkView[]> {
  const where = { and: [{ col: 'bug_id', eq: bugId } as const, visibleLinks(viewer)] }
  return (await tx.select({ from: 'code_links', where, order: [{ col: 'id' }] })).map(viewLink)
}

function viewLink(row: CodeLink): CodeLinkView {
  const { id, repository, ref, url, title, author, branch, is_private, has_closed, attachment_id } = row
  const [kind, state] = [row.kind as LinkKind, row.state as LinkState]
  const shown = { id, kind, repository, ref, url, title, state, author, branch, is_private, has_closed }
  return { ...shown, attachment_id, time: row.changed_at }
}
