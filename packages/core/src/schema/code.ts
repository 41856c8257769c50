// Code hooks, which receive events of git hosts, and links from bugs to code.
import { bool, entity, int, json, nullable, text, time, to } from '../store/index.js'
import { audited } from './audited.js'

export const code = {
  code_hooks: audited('CodeHook', {
    columns: {
      id: int(),
      name: text(),
      /** 'github', 'gitlab', 'gitea' or 'forgejo'. */
      host: text(),
      /** The account that everything is done as. */
      user_id: int(),
      /** 'owner/name' or 'owner/*'; an empty list: all. */
      repositories: json(),
      /** Only bugs in these; an empty list: in all. */
      product_ids: json(),
      /** Secret: each with the time until which it is valid, in milliseconds; null for the one that stays. */
      secrets: json(),
      /** 'fixes', 'named' or 'never': when a merge closes bugs. */
      closes: text(),
      status: text(),
      resolution: text(),
      /** Branches that close bugs, such as 'release/*'; an empty list: the default branch. */
      branches: json(),
      /** True if '#12' behind a verb names a bug. */
      numbers: bool(),
      is_enabled: bool(),
      last_time: nullable(time()),
      creation_time: time(),
    },
    key: ['id'],
    autoId: true,
    index: [['host'], ['user_id']],
    relations: { user: to('users', ['user_id', 'id']) },
  }),

  code_links: entity({
    columns: {
      id: int(),
      bug_id: int(),
      /** NULL for links that a person made. Hooks that no longer exist keep their number here. */
      hook_id: nullable(int()),
      /** 'commit' or 'pull_request'. */
      kind: text(),
      /** 'github.com/owner/name'. */
      repository: text(),
      /** A hash, or a number. */
      ref: text(),
      url: text(),
      url_folded: text(),
      title: text(),
      title_folded: text({ substringIndex: true }),
      /** 'open', 'draft', 'merged' or 'closed'; 'pushed' for commits. */
      state: text(),
      /** A name at the host, never an account. */
      author: text(),
      branch: text(),
      is_private: bool(),
      /** It has closed the bug, and does not close it again. */
      has_closed: bool(),
      attachment_id: nullable(int()),
      /** By the clock of the host. */
      changed_at: time(),
      creation_time: time(),
    },
    key: ['id'],
    autoId: true,
    unique: [['bug_id', 'repository', 'kind', 'ref']],
    index: [['repository', 'kind', 'ref'], ['attachment_id']],
    relations: { bug: to('bugs', ['bug_id', 'id']) },
  }),

  /** Removed links: events of the time before do not create them again. */
  removed_code_links: entity({
    columns: {
      bug_id: int(),
      /** Of the repository, the kind and the ref. */
      link_hash: text(),
      /** By the clock of the host. */
      changed_at: time(),
    },
    key: ['bug_id', 'link_hash'],
    relations: { bug: to('bugs', ['bug_id', 'id']) },
  }),
}
