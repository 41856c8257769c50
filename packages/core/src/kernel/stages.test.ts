import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Block, Observation } from './stages.js'

/** A clock that the work advances. The module caches it, so these tests load a separate copy. */
let now = 1_000_000
vi.resetModules()
const { endStage, stage } = await import('./stages.js')

const work = (milliseconds: number) => (now += milliseconds)

function observed(operation?: string) {
  const blocks: Block[] = []
  const observation: Observation = { operation, onBlock: (block) => void blocks.push(block) }
  return { blocks, observation }
}

describe('a stage', () => {
  beforeEach(() => void vi.spyOn(performance, 'now').mockImplementation(() => now))
  afterEach(() => void vi.restoreAllMocks())

  it('is reported when it kept the event loop for longer than 100 ms', () => {
    const { blocks, observation } = observed('bugs.search')
    stage(observation, 'parse', work, 100)
    stage(observation, 'coerce', work, 101)
    expect(blocks).toEqual([{ operation: 'bugs.search', stage: 'coerce', milliseconds: 101 }])
  })

  it('returns what its work returns, and passes on what that throws', () => {
    const { blocks, observation } = observed()
    expect(stage(observation, 'plan', (a: number, b: number) => a + b, 1, 2)).toBe(3)
    const fail = () => {
      work(300)
      throw new Error('no')
    }
    expect(() => stage(observation, 'plan', fail)).toThrow('no')
    expect(blocks).toEqual([{ operation: 'none', stage: 'plan', milliseconds: 300 }])
  })

  it('is not counted again as part of the stage around it', () => {
    const { blocks, observation } = observed('bugs.get')
    stage(observation, 'encode', () => {
      work(90)
      stage(observation, 'render', work, 200)
      work(90)
    })
    expect(blocks.map((block) => block.stage)).toEqual(['render'])
  })

  it('is not counted again for another request that waited for it', () => {
    const [first, second] = [observed('bugs.get'), observed('bugs.search')]
    const waitsSince = now
    stage(first.observation, 'plan', work, 500)
    endStage(second.observation, 'plan', waitsSince)
    expect([first.blocks.length, second.blocks.length]).toEqual([1, 0])
  })

  it('is kept by its observation when it is the longest', () => {
    const { observation } = observed('bugs.get')
    for (const milliseconds of [200, 400, 300]) stage(observation, 'encode', work, milliseconds)
    expect(observation.longestBlock).toMatchObject({ milliseconds: 400 })
  })
})
