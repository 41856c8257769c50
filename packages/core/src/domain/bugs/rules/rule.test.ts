import { describe, expect, it } from 'vitest'
import type { BugRow } from '../../../access/find-bugs.js'
import { createDraft } from '../state/draft.js'
import { rule } from './rule.js'

describe('a rule about changes of bugs', () => {
  it('does not compile when it reads a part that it has not declared, and is refused that part at run time', () => {
    const nosy = rule({
      name: 'nosy',
      needs: ['cc'],
      applies: () => true,
      update(draft) {
        draft.part('cc')
        // @ts-expect-error The rule needs only the CC list.
        draft.part('groups')
      },
    })
    const draft = createDraft({ id: 7 } as BugRow, { cc: new Set([1]) })
    expect(() => nosy.update?.(draft, {} as never)).toThrow('part groups of bug 7 is not loaded')
  })
})
