import { describe, expect, it } from 'vitest'
import type { Catalogue, Group, GroupControl, Product } from '../../../setup/catalogue.js'
import { nobody, type Caller } from '../../../call/context.js'
import { groupsForNew, groupsOfNew, groupsToEdit, nextGroups } from './groups.js'

const id = 7
const group = { id, name: 'secret', is_bug_group: true, is_active: true } as Group
const groups = {
  get: () => group,
  named: (name: string) => (name === 'secret' ? group : undefined),
  [Symbol.iterator]: () => [group].values(),
}
const catalogue = { groups } as unknown as Catalogue
const member: Caller = { ...nobody, groupIds: new Set([id]) }
const callers = { member, other: nobody }

function product(member_control: string, other_control: string): Product {
  const control = { group_id: id, member_control, other_control } as GroupControl
  return { controls: new Map([[id, control]]) } as unknown as Product
}

const free = { controls: new Map() } as unknown as Product

function result(work: () => ReadonlySet<number>): 'in' | 'out' | 'refused' {
  try {
    return work().has(id) ? 'in' : 'out'
  } catch {
    return 'refused'
  }
}

/** Every legal pair of controls, and what becomes of a new bug: nothing said, [] said, the group said; for members, then others. */
const table = [
  ['na', 'na', ['out', 'out', 'refused'], ['out', 'out', 'refused']],
  ['shown', 'na', ['out', 'out', 'in'], ['out', 'out', 'refused']],
  ['shown', 'shown', ['out', 'out', 'in'], ['out', 'out', 'in']],
  ['shown', 'default', ['out', 'out', 'in'], ['in', 'out', 'in']],
  ['shown', 'mandatory', ['out', 'out', 'in'], ['in', 'in', 'in']],
  ['default', 'na', ['in', 'out', 'in'], ['out', 'out', 'refused']],
  ['default', 'default', ['in', 'out', 'in'], ['in', 'out', 'in']],
  ['default', 'mandatory', ['in', 'out', 'in'], ['in', 'in', 'in']],
  ['mandatory', 'mandatory', ['in', 'in', 'in'], ['in', 'in', 'in']],
] as const

describe('groups of a new bug', () => {
  it.each(table)(
    'follow the control %s for members and %s for others',
    (memberControl, otherControl, ofMembers, ofOthers) => {
      const place = product(memberControl, otherControl)
      const results = (who: Caller) =>
        [undefined, [], ['secret']].map((given) => result(() => groupsOfNew({ who, catalogue }, place, given)))
      expect(results(callers.member)).toEqual(ofMembers)
      expect(results(callers.other)).toEqual(ofOthers)
    },
  )

  it('leave out a group that is not active', () => {
    const idle = {
      get: () => ({ ...group, is_active: false }),
      named: () => ({ ...group, is_active: false }),
    }
    const call = { who: member, catalogue: { groups: idle } as unknown as Catalogue }
    expect(result(() => groupsOfNew(call, product('mandatory', 'mandatory')))).toBe('out')
    expect(result(() => groupsOfNew(call, product('shown', 'na'), ['secret']))).toBe('refused')
  })
})

/** Of a bug that stays: adding to it, taking it out; then of one that moves here from where the group does not apply. */
const updates = [
  ['na', 'na', ['refused', 'out'], ['refused', 'out'], ['out', 'out']],
  ['shown', 'na', ['in', 'out'], ['refused', 'refused'], ['out', 'out']],
  ['shown', 'shown', ['in', 'out'], ['refused', 'refused'], ['out', 'out']],
  ['shown', 'mandatory', ['in', 'out'], ['refused', 'refused'], ['out', 'in']],
  ['mandatory', 'mandatory', ['in', 'refused'], ['refused', 'refused'], ['in', 'in']],
] as const

describe('groups of a bug that changes', () => {
  it.each(updates)(
    'follow the control %s for members and %s for others',
    (memberControl, otherControl, ofMembers, ofOthers, moved) => {
      const place = product(memberControl, otherControl)
      const results = (who: Caller) => [
        result(() => nextGroups({ who, catalogue }, place, new Set(), { add: ['secret'] }, false)),
        result(() => nextGroups({ who, catalogue }, place, new Set([id]), { remove: ['secret'] }, false)),
      ]
      expect(results(callers.member)).toEqual(ofMembers)
      expect(results(callers.other)).toEqual(ofOthers)
      const arrive = (who: Caller) => result(() => nextGroups({ who, catalogue }, place, new Set(), {}, true))
      expect([arrive(callers.member), arrive(callers.other)]).toEqual(moved)
    },
  )

  it('can be chosen by others while the bug moves, as far as the control for them allows', () => {
    const other = { who: nobody, catalogue }
    const move = (place: Product, before: number[], edit: object) =>
      result(() => nextGroups(other, place, new Set(before), edit, true))
    expect(move(product('shown', 'shown'), [], { add: ['secret'] })).toBe('in')
    expect(move(product('shown', 'na'), [], { add: ['secret'] })).toBe('refused')
    expect(move(product('shown', 'shown'), [id], { remove: ['secret'] })).toBe('out')
    expect(move(product('shown', 'mandatory'), [id], { remove: ['secret'] })).toBe('refused')
    expect(move(free, [id], {})).toBe('out')
  })
})

describe('the groups that a caller is offered', () => {
  const controls = ['na', 'shown', 'default', 'mandatory']
  const pairs = controls.flatMap((one) => controls.map((other) => [one, other] as const))

  it.each(pairs)('are those that can be given, for the control %s for members and %s for others', (one, other) => {
    const place = product(one, other)
    for (const who of Object.values(callers)) {
      const call = { who, catalogue }
      const [offered] = groupsForNew(call, place)
      expect(offered !== undefined).toBe(result(() => groupsOfNew(call, place, ['secret'])) === 'in')
      const used = [undefined, []].map((given) => result(() => groupsOfNew(call, place, given)))
      const states = { optional: ['out', 'out'], default: ['in', 'out'], mandatory: ['in', 'in'] }
      expect(used).toEqual(offered ? states[offered.state] : ['out', 'out'])
      const add = result(() => nextGroups(call, place, new Set(), { add: ['secret'] }, false))
      expect(groupsToEdit(call, place, new Set()).length > 0).toBe(add === 'in')
      const remove = result(() => nextGroups(call, place, new Set([id]), { remove: ['secret'] }, false))
      const [set] = groupsToEdit(call, place, new Set([id]))
      expect(set).toMatchObject({ is_set: true, can_change: remove === 'out' })
    }
  })
})
