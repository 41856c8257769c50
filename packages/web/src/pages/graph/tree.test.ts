import { describe, expect, it } from 'vitest'
import { treeOf, type Branch } from './tree.js'

const bugs = [1, 2, 3, 4].map((id) => ({
  id,
  summary: `Bug ${id}`,
  status: 'NEW',
  resolution: '',
  is_open: true,
  assigned_to: 'a@example.com',
  priority: '---',
  severity: 'normal',
  target_milestone: '---',
}))

const outline = (branches: readonly Branch[]): string =>
  branches.map(({ bug, isAgain, next }) => `${bug.id}${isAgain ? '!' : ''}(${outline(next)})`).join(' ')

describe('dependencies as nested lists', () => {
  it('shows the bugs that a bug depends on at one side and those it blocks at the other, by ID', () => {
    const edges = [
      { blocks: 2, depends_on: 4 },
      { blocks: 2, depends_on: 3 },
      { blocks: 1, depends_on: 2 },
    ]
    const graph = { bugs, edges, cut: false }
    expect(outline(treeOf(graph, 2, 'below'))).toBe('3() 4()')
    expect(outline(treeOf(graph, 2, 'above'))).toBe('1()')
    expect(outline(treeOf(graph, 1, 'below'))).toBe('2(3() 4())')
  })

  it('spell a bug out once, though several bugs wait for it, and end where bugs wait for each other', () => {
    const diamond = [
      { blocks: 1, depends_on: 2 },
      { blocks: 1, depends_on: 3 },
      { blocks: 2, depends_on: 4 },
      { blocks: 3, depends_on: 4 },
      { blocks: 4, depends_on: 1 },
    ]
    expect(outline(treeOf({ bugs, edges: diamond, cut: false }, 1, 'below'))).toBe('2(4(1!())) 3(4!())')
  })

  it('list a bug where it is nearest, so that no list is deeper than the shortest way', () => {
    const all = bugs.flatMap(({ id }) =>
      bugs.filter((bug) => bug.id > id).map((bug) => ({ blocks: id, depends_on: bug.id })),
    )
    expect(outline(treeOf({ bugs, edges: all, cut: false }, 1, 'below'))).toBe('2(3!() 4!()) 3(4!()) 4()')
  })
})
