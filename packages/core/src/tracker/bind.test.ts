import { inspect } from 'node:util'
import { memoryStore } from '@trackerkit/adapter-memory'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Operations } from '@trackerkit/types'
import { operations } from './operations.js'
import { createTracker, type Tracker } from './tracker.js'

const resources = Object.keys(operations)

let tracker: Tracker
beforeAll(async () => {
  tracker = await createTracker({ store: memoryStore() })
})
afterAll(() => tracker.close())

/** Operations as programs get them, everywhere where they get some. */
async function* faces(): AsyncGenerator<Operations> {
  yield tracker.as(null)
  yield tracker.asSystem()
  yield* await tracker.transaction(async (tx) => [tx.as(null), tx.asSystem('admin@example.com')])
}

describe('the operations of an identity', () => {
  it('list their resources, and those their verbs', async () => {
    for await (const face of faces()) {
      expect(Object.keys(face)).toEqual(resources)
      expect(Object.keys(face.bugs)).toEqual(Object.keys(operations.bugs))
      expect('bugs' in face).toBe(true)
      expect(['bug' in face, 'toString' in face, (face as never)['toString']]).toEqual([false, false, undefined])
    }
  })

  it('show their resources and verbs when they are printed, but not their caller', async () => {
    const secret = 'k'.repeat(40)
    for (const face of [tracker.as({ api_key: secret }), tracker.as(null)]) {
      const shown = inspect(face)
      for (const resource of resources) expect(shown).toContain(`${resource}: {`)
      expect(shown).toMatch(/possibleDuplicates: \[AsyncFunction/)
      expect(inspect(face, { depth: 9, showHidden: true })).not.toContain(secret)
    }
  })

  it('can be taken apart, and are the same each time', async () => {
    const face = tracker.as(null)
    expect(face.bugs).toBe(face.bugs)
    const { server, ...others } = face
    expect(Object.keys(others)).toEqual(resources.filter((name) => name !== 'server'))
    const { version } = server
    expect(await version()).toHaveProperty('version')
  })

  it('cannot be changed', () => {
    const face = tracker.as(null) as { bugs: unknown }
    expect(() => (face.bugs = {})).toThrow(TypeError)
    expect(() => Object.defineProperty(face, 'bugs', { value: 1 })).toThrow(TypeError)
    expect(() => delete (face as { bugs?: unknown }).bugs).toThrow(TypeError)
  })
})
