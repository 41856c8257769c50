import { expect, it } from 'vitest'
import { inStore, setParameter } from '../../../test/bug-rows.js'
import { file } from '../../../test/bugs.js'
import { countingStore } from '../../../test/counting-store.js'
import { onAnyStore, type World } from '../../../test/harness.js'
import { createTracker } from '../../tracker/tracker.js'

/** Files a bug whose description has the tags. */
async function tagged(world: World, tags: readonly string[], input: object = {}, who = 'alice'): Promise<number> {
  const { id } = await file(world, { comment_tags: tags, ...input }, who)
  const { bugs } = await world.as(who).comments.get({ ids: [id] })
  return bugs[id]?.comments[0]?.id ?? 0
}

const search = (world: World, query: string, limit?: number, who = 'alice') =>
  world.as(who).comments.searchTags({ query, ...(limit !== undefined && { limit }) })

onAnyStore('comments.searchTags', (open) => {
  it('answers the tags whose name contains the text, the most used first [COM-15]', async () => {
    const world = await open()
    await tagged(world, ['spam', 'Spammer', 'other'])
    await tagged(world, ['spammer', 'no-spam'])
    expect(await search(world, 'spam')).toEqual(['Spammer', 'no-spam', 'spam'])
    expect(await search(world, 'PAMM')).toEqual(['Spammer'])
    expect(await search(world, 's_am')).toEqual([])
    expect(await search(world, ' ')).toHaveLength(4)
  })

  it('counts tags in use: a tag that was taken off everywhere is not found [COM-15]', async () => {
    const world = await open()
    const [first, second] = [await tagged(world, ['once', 'twice']), await tagged(world, ['twice', 'wince'])]
    await world.as('alice').comments.updateTags({ comment_id: first, remove: ['ONCE'] })
    expect(await search(world, 'ce')).toEqual(['twice', 'wince'])
    await world.as('alice').comments.updateTags({ comment_id: first, remove: ['twice'], add: ['wince'] })
    expect(await search(world, 'ce')).toEqual(['wince', 'twice'])
    await world.as('alice').comments.updateTags({ comment_id: second, remove: ['twice'] })
    expect(await search(world, 'ce')).toEqual(['wince'])
    // Deleted tags get the spelling of their next use.
    await world.as('alice').comments.updateTags({ comment_id: second, add: ['TWICE', 'WINCE'] })
    expect(await search(world, 'ce')).toEqual(['wince', 'TWICE'])
  })

  it('answers at most 10, or as many as asked, and all for 0 [LIM-06] [LIM-07]', async () => {
    const world = await open()
    await tagged(
      world,
      Array.from({ length: 12 }, (_, n) => `tag-${n + 10}`),
    )
    expect(await search(world, 'tag')).toHaveLength(10)
    expect(await search(world, 'tag', 3)).toEqual(['tag-10', 'tag-11', 'tag-12'])
    expect(await search(world, 'tag', 100)).toHaveLength(12)
    expect(await search(world, 'tag', 0)).toHaveLength(12)
    await expect(search(world, 'tag', -1)).rejects.toMatchObject({ number: 52, data: { field: 'limit', value: -1 } })
  })

  it('finds no tag that is only on comments which the caller may not see [GEN-28]', async () => {
    const world = await open()
    const vault = { product: 'Vault', component: 'Safe', version: '1' }
    await tagged(world, ['canary-bug', 'both-canary'], vault, 'ivan')
    await tagged(world, ['canary-comment', 'both-canary'], { comment_is_private: true }, 'ivan')
    await tagged(world, ['both-canary'])
    expect(await search(world, 'canary')).toEqual(['both-canary'])
    expect(await search(world, 'canary', undefined, 'ivan')).toEqual(['both-canary', 'canary-bug', 'canary-comment'])
  })

  it('counts and spells tags by the comments that the caller may see [GEN-28]', async () => {
    const world = await open()
    const vault = { product: 'Vault', component: 'Safe', version: '1' }
    await tagged(world, ['CANARY-A', 'canary-b'], vault, 'ivan')
    await tagged(world, ['Canary-A'], { comment_is_private: true }, 'ivan')
    await tagged(world, ['canary-a'])
    for (let n = 0; n < 2; n++) await tagged(world, ['canary-c'])
    expect(await search(world, 'canary')).toEqual(['canary-c', 'canary-a'])
    expect(await search(world, 'canary', 1)).toEqual(['canary-c'])
    expect(await search(world, 'canary', undefined, 'ivan')).toEqual(['CANARY-A', 'canary-c', 'canary-b'])
  })

  it('counts tags that are used thousands of times, by several people at once', async () => {
    const world = await open()
    const many = 2_500
    const comment = await tagged(world, ['often', 'often-too'])
    await inStore(world.store, async (tx) => {
      const [first] = await tx.select({ from: 'comments', where: { col: 'id', eq: comment } })
      if (!first) throw new Error('the comment is gone')
      const rows = Array.from({ length: many }, (_, n) => ({ ...first, id: comment + n + 1, count: n + 1 }))
      await tx.insert('comments', rows)
      const tag = 'often-too'
      await tx.insert(
        'comment_tags',
        rows.map(({ id }) => ({ comment_id: id, tag, tag_folded: tag })),
      )
    })
    const { store, queries, rows } = countingStore(world.store)
    const tracker = await createTracker({ store, testing: { clock: world.clock.now } })
    queries.length = 0
    expect(await tracker.as({ login: 'alice@example.com' }).comments.searchTags({ query: 'often' })).toEqual([
      'often-too',
      'often',
    ])
    expect(queries.filter((from) => from === 'comment_tags')).toHaveLength(3)
    expect(Math.max(...rows)).toBeLessThanOrEqual(1000)
  })

  it('is for members of comment_taggers_group, while there is one', async () => {
    const world = await open()
    await expect(search(world, 'spam', 1, 'eve')).rejects.toMatchObject({ code: 'auth_failure', number: 304 })
    await expect(world.as(null).comments.searchTags({ query: 'spam' })).rejects.toMatchObject({ number: 410 })
    await expect(world.as('alice').comments.searchTags({} as { query: string })).rejects.toMatchObject({
      code: 'param_required',
      data: { field: 'query' },
    })
    await inStore(world.store, (tx) => setParameter(tx, 'comment_taggers_group', ''))
    await expect(search(world, 'spam')).rejects.toMatchObject({ code: 'comment_tag_disabled', number: 125 })
  })
})
