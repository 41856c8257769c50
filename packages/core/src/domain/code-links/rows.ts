// Links as they are stored.
import type { CodeItem, CodeRepository } from '../../code/code-event.js'
import type { NewRow } from '../../schema/index.js'
import { fold, storable } from '../../store/index.js'
import { truncate } from '../../kernel/normalize.js'
import { longest } from './limits.js'

type Columns = Omit<
  NewRow<'code_links'>,
  'id' | 'bug_id' | 'hook_id' | 'has_closed' | 'attachment_id' | 'creation_time'
>

/** The columns that follow from an item. */
export function columnsOf(item: CodeItem, repository: CodeRepository): Columns {
  const [url, title] = [storable(item.url), truncate(storable(item.title), longest.title)]
  return {
    kind: item.kind,
    repository: repository.id,
    ref: item.ref,
    url,
    url_folded: fold(url),
    title,
    title_folded: fold(title),
    state: item.state,
    author: truncate(storable(item.author), longest.author),
    branch: truncate(storable(item.branch), longest.branch),
    is_private: repository.isPrivate,
    changed_at: item.changedAt,
  }
}
