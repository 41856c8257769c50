import { describe, expect, it } from 'vitest'
import { mayChange, mayRemoveFromCc, type FieldEdit, type BugRoles } from './permissions.js'

const stranger: BugRoles = {
  isTimeTracker: false,
  hasEditbugs: false,
  hasCanconfirm: false,
  isAssignee: false,
  isQaContact: false,
  isCreator: false,
  submittersChoosePriority: true,
}
const people = {
  stranger,
  tracker: { ...stranger, isTimeTracker: true },
  editor: { ...stranger, hasEditbugs: true },
  editingTracker: { ...stranger, hasEditbugs: true, isTimeTracker: true },
  confirmer: { ...stranger, hasCanconfirm: true },
  assignee: { ...stranger, isAssignee: true },
  qaContact: { ...stranger, isQaContact: true },
  creator: { ...stranger, isCreator: true },
  modestCreator: { ...stranger, isCreator: true, submittersChoosePriority: false },
  confirmingCreator: { ...stranger, isCreator: true, hasCanconfirm: true },
} satisfies Record<string, BugRoles>

type Person = keyof typeof people

/** Each row: a change and everyone who may make it. */
const table: readonly (readonly [title: string, edit: FieldEdit, allowed: readonly Person[]])[] = [
  [
    'a plain field',
    {},
    ['editor', 'editingTracker', 'assignee', 'qaContact', 'creator', 'modestCreator', 'confirmingCreator'],
  ],
  ['what time trackers say', { changedBy: 'time tracker' }, ['editingTracker']],
  [
    'the assignee, the QA contact or the milestone',
    { rights: 'assigned' },
    ['editor', 'editingTracker', 'assignee', 'qaContact'],
  ],
  [
    'the priority',
    { rights: 'priority' },
    ['editor', 'editingTracker', 'assignee', 'qaContact', 'creator', 'confirmingCreator'],
  ],
  [
    'a status that confirms',
    { flipsConfirmation: true, staysOpen: true },
    ['editor', 'editingTracker', 'confirmer', 'confirmingCreator'],
  ],
  ['one open status for another', { staysOpen: true }, ['editor', 'editingTracker', 'assignee', 'qaContact']],
  [
    'closing and reopening',
    {},
    ['editor', 'editingTracker', 'assignee', 'qaContact', 'creator', 'modestCreator', 'confirmingCreator'],
  ],
  [
    'the component',
    {},
    ['editor', 'editingTracker', 'assignee', 'qaContact', 'creator', 'modestCreator', 'confirmingCreator'],
  ],
]

describe('mayChange', () => {
  it.each(table)('lets only permitted users change %s', (_title, edit, allowed) => {
    const names = Object.keys(people) as Person[]
    expect(names.filter((name) => mayChange(people[name], edit))).toEqual(allowed)
  })

  it('lets an assignee who tracks time change hours', () => {
    expect(mayChange({ ...people.assignee, isTimeTracker: true }, { changedBy: 'time tracker' })).toBe(true)
  })
})

describe('mayRemoveFromCc', () => {
  it('lets every user remove themselves from the CC list', () => {
    expect(mayRemoveFromCc(stranger, true)).toBe(true)
  })

  it('lets assignee, QA contact and editors take others off the CC list', () => {
    const names = Object.keys(people) as Person[]
    expect(names.filter((name) => mayRemoveFromCc(people[name], false))).toEqual([
      'editor',
      'editingTracker',
      'assignee',
      'qaContact',
    ])
  })
})
