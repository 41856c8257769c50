// How many bugs there are for a caller.
import type { Viewer } from '../call/context.js'
import type { Reader, Where } from '../schema/index.js'
import { visibleBugs, withinLimits } from './visibility.js'

/**
 * How many of the bugs wanted the caller may see. Most bugs are public: where indexes can count those wanted, these are counted
 * first, and then the hidden ones among the few that are not public, instead of looking at each bug.
 */
export async function countVisible(tx: Reader, viewer: Viewer, asked: Where<'bugs'>): Promise<number> {
  const wanted = withinLimits(viewer, asked)
  const visible = visibleBugs(viewer)
  if (viewer.who.isSystem || !isOfColumns(wanted)) return tx.count('bugs', { and: [wanted, visible] })
  const notPublic: Where<'bugs'> = { col: 'group_count', gt: 0 }
  const hidden = await tx.count('bugs', { and: [notPublic, wanted, { not: visible }] })
  return (await tx.count('bugs', wanted)) - hidden
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
