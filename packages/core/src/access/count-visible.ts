// How many bugs there are for a caller.
import type { Viewer } from '../call/context.js'
import type { Reader, Where } from '../schema/index.js'
import { visibleBugs, withinLimits } from './visibility.js'

const notPublic: Where<'bugs'> = { col: 'group_count', gt: 0 }

/**
 * How many of the bugs wanted the caller may see. Most bugs are public: where indexes can count those wanted, these are counted
 * first, and then the hidden ones among the few that are not public, instead of looking at each bug.
 */
export async function countVisible(tx: Reader, viewer: Viewer, asked: Where<'bugs'>): Promise<number> {
  const wanted = withinLimits(viewer, asked)
  const visible = visibleBugs(viewer)
  if (viewer.who.isSystem || !isOfColumns(wanted)) return tx.count('bugs', { and: [wanted, visible] })
  const hidden = await tx.count('bugs', { and: [notPublic, wanted, { not: visible }] })
  return (await tx.count('bugs', wanted)) - hidden
}

/** Hidden bugs that are named, instead of asking of each bug whether it is visible. */
const mostHidden = 10_000

/**
 * The bugs wanted that the caller may see, as a condition to use at once on rows of very many of them. Most bugs are public: the
 * hidden ones among the few that are not are named, so that an index may hold all that is asked of the others.
 */
export async function visibleAmong(tx: Reader, viewer: Viewer, asked: Where<'bugs'>): Promise<Where<'bugs'>> {
  const wanted = withinLimits(viewer, asked)
  const visible = visibleBugs(viewer)
  const each = { and: [wanted, visible] }
  if (viewer.who.isSystem || !isOfColumns(wanted)) return each
  const where = { and: [notPublic, wanted, { not: visible }] }
  const hidden = await tx.select({ from: 'bugs', where, limit: mostHidden + 1, columns: ['id'] })
  if (hidden.length > mostHidden) return each
  return { and: [wanted, { not: { col: 'id', in: hidden.map(({ id }) => id) } }] }
}

/**
 * Returns true if the filter uses only columns of the bug. Filters by bug ID are excluded because those bugs are read one by
 * one.
 */
export function isOfColumns(where: Where<'bugs'>): boolean {
  if ('and' in where) return where.and.every(isOfColumns)
  if ('or' in where) return where.or.every(isOfColumns)
  if ('not' in where) return isOfColumns(where.not)
  return !('some' in where) && !('contains' in where) && where.col !== 'id'
}
