import { defineRule } from '@trackerkit/core/rules'
import { expect, expectTypeOf, it } from 'vitest'

it('defineRule compiles for the fields that are needed, and for nothing else', () => {
  defineRule({
    name: 'typed',
    on: ['bug.create', 'bug.update'],
    needs: ['severity', 'keywords', 'cf_browser'],
    set({ after, before, changed, caller }) {
      expectTypeOf(after.keywords).toEqualTypeOf<string[]>()
      expectTypeOf(before?.severity).toEqualTypeOf<string | undefined>()
      expectTypeOf(caller?.groups).toEqualTypeOf<readonly string[] | undefined>()
      return changed.has('severity') ? { keywords: { add: ['urgent'] }, priority: 'High' } : undefined
    },
    // @ts-expect-error: the whiteboard is not needed
    check: ({ after }) => String(after.whiteboard),
  })
  // @ts-expect-error: there is no such field
  defineRule({ name: 'a', on: 'bug.create', needs: ['sumary'], check: () => undefined })
  // @ts-expect-error: there is no such event
  defineRule({ name: 'a', on: 'bug.delete', check: () => undefined })
  // @ts-expect-error: a comment cannot be changed
  defineRule({ name: 'a', on: 'comment.create', set: () => ({ priority: 'High' }) })
  // @ts-expect-error: nothing of that name can be set
  defineRule({ name: 'a', on: 'bug.update', set: () => ({ prodct: 'x' }) })
  // @ts-expect-error: a new bug has no comment beside its description
  defineRule({ name: 'a', on: ['bug.create', 'bug.update'], set: () => ({ comment: { body: 'x' } }) })
  // @ts-expect-error: a refusal has a message
  defineRule({ name: 'a', on: 'bug.update', check: () => ({ field: 'severity' }) })
  const both = defineRule({
    name: 'both',
    on: ['bug.update', 'comment.create'],
    needs: ['status'],
    check: (write) => (write.event === 'bug.update' ? write.after.status : write.bug.status + write.after.text),
  })
  expect(both).toMatchObject({ name: 'both', on: ['bug.update', 'comment.create'], needs: ['status'] })
})
