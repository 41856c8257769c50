import { defineRule } from '@trackerkit/core/rules'

/** Rules about bugs: they hold in the pages, over REST and in your code. */
export const rules = [
  defineRule({
    name: 'blockers-are-described',
    on: 'bug.create',
    needs: ['severity'],
    check: ({ after, comment }) =>
      after.severity === 'blocker' && !comment?.text.trim()
        ? { field: 'description', reason: 'no_description', message: 'Describe what a blocker blocks.' }
        : undefined,
  }),
]
